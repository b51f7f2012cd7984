//! Numbers of elements, as people write them.

/// The most elements: counters and indices are `u32`.
const MOST: u64 = u32::MAX as u64;

/// Reads `100003`, `100_000_000`, `100M` or `2^28`.
///
/// # Errors
/// Says what can be written.
pub(crate) fn elements(text: &str) -> Result<usize, String> {
    let number = power_of_two(text).or_else(|| with_unit(text));
    match number {
        Some(number @ 1..=MOST) => Ok(number as usize),
        Some(_) => Err(format!("give from 1 to {MOST} elements")),
        None => Err("write a number of elements as 100003, 100_000_000, 100M (K, M and G are powers of 1000) or \
                     2^28"
            .into()),
    }
}

/// `2^28`; more than fits is the most there is.
fn power_of_two(text: &str) -> Option<u64> {
    let exponent: u32 = digits(text.strip_prefix("2^")?)?.try_into().unwrap_or(u32::MAX);
    Some(1_u64.checked_shl(exponent).unwrap_or(u64::MAX))
}

fn with_unit(text: &str) -> Option<u64> {
    let units = [("K", 1_000), ("M", 1_000_000), ("G", 1_000_000_000)];
    let found = units.iter().find_map(|&(unit, factor)| Some((text.strip_suffix(unit)?, factor)));
    let (number, factor) = found.unwrap_or((text, 1));
    Some(digits(number)?.saturating_mul(factor))
}

/// A whole number, in which `_` groups digits; more than fits is the most there is.
fn digits(text: &str) -> Option<u64> {
    let digits = text.replace('_', "");
    let all = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all.then(|| digits.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::elements;

    #[test]
    fn numbers_as_people_write_them() {
        let cases = [("1", 1), ("100_003", 100_003), ("100M", 100_000_000), ("3K", 3000), ("2^28", 1 << 28)];
        for (text, expected) in cases {
            assert_eq!(elements(text), Ok(expected), "{text}");
        }
        for wrong in ["", "_", "M", "2^", "1.5M", "-1", "+1", "1 000", "100m", "3^2", "2^2M"] {
            let message = elements(wrong).expect_err(wrong);
            assert!(message.contains("100M") && message.contains("2^28"), "{message}");
        }
        for outside in ["0", "5G", "2^32", "2^64", "2^99999999999", "99999999999999999999"] {
            let message = elements(outside).expect_err(outside);
            assert_eq!(message, "give from 1 to 4294967295 elements");
        }
    }
}

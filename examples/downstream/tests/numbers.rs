//! The numbers, on the CPU and on the best device of this machine: the same bits.

use downstream::{Largest, Moments, Product, Spread, merge};
use wavefold::Error;
use wavefold::prelude::*;

/// The CPU, and the GPU if there is one.
fn devices() -> Result<[Device; 2], Error> {
    Ok([Device::cpu(), Device::best()?])
}

#[test]
fn the_largest_number() -> Result<(), Error> {
    for device in devices()? {
        assert_eq!(Largest.run(&device, &[-2.0, -1.0, -8.5])?, -1.0);
        assert_eq!(
            Largest.run(&device, &[1.0, f32::NAN, 3.0])?,
            3.0,
            "NaN loses"
        );
        assert_eq!(Largest.run(&device, &[])?, f32::NEG_INFINITY);
    }
    Ok(())
}

#[test]
fn the_product() -> Result<(), Error> {
    let numbers: Vec<u32> = (2..=13).collect();
    for device in devices()? {
        assert_eq!(
            Product.run(&device, &numbers)?,
            1_932_053_504,
            "13! modulo 2^32"
        );
        assert_eq!(Product.run(&device, &[])?, 1);
    }
    Ok(())
}

#[test]
fn the_spread() -> Result<(), Error> {
    // The values 0 to 999, a thousand times each: mean 499.5, variance (1000² - 1) / 12.
    let numbers: Vec<f32> = (0..1_000_000).map(|i| (i % 1000) as f32).collect();
    let results = devices()?.map(|device| Spread.run(&device, &numbers));
    let [cpu, best] = results;
    let moments = cpu?.expect("there are numbers");
    assert_eq!(best?, Some(moments), "every device gives the same bits");
    assert_eq!(moments.n, 1e6);
    assert!((moments.mean - 499.5).abs() < 1e-9, "{moments:?}");
    assert!(
        (moments.m2 / moments.n - 83_333.25).abs() < 1e-6,
        "{moments:?}"
    );
    for device in devices()? {
        assert_eq!(Spread.run(&device, &[f32::NAN])?, None);
    }
    Ok(())
}

#[test]
fn a_device_function_is_a_function() {
    let one = |mean| Moments {
        n: 1.0,
        mean,
        m2: 0.0,
    };
    assert_eq!(
        merge(one(1.0), one(3.0)),
        Moments {
            n: 2.0,
            mean: 2.0,
            m2: 2.0
        }
    );
}

#[test]
fn the_laws_hold() {
    Largest.check_laws().unwrap();
    Product.check_laws().unwrap();
    Spread.check_laws().unwrap();
}

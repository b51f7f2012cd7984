//! The table: a row for every kernel and architecture.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::code_object::Kernel;
use super::shown;

/// What one compiler made of a kernel for one architecture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    /// Where the kernel stands: a snapshot without its warp size, or a file.
    pub(crate) text: String,
    pub(crate) architecture: String,
    pub(crate) compiler: String,
    pub(crate) kernel: Kernel,
}

impl Row {
    /// What to say of a kernel that spills.
    pub(crate) fn spills(&self) -> Option<String> {
        let Kernel { name, vgpr_spills, sgpr_spills, .. } = &self.kernel;
        (vgpr_spills + sgpr_spills > 0).then(|| {
            format!(
                "`{name}` of {} for {} by {}: {vgpr_spills} vector and {sgpr_spills} scalar registers",
                self.text, self.architecture, self.compiler
            )
        })
    }
}

/// Prints what a person looks at.
pub(crate) fn print(rows: &[Row]) {
    let header = ["text", "kernel", "for", "VGPRs", "AGPRs", "SGPRs", "LDS bytes", "scratch bytes", "spills"];
    let mut table = vec![header.map(str::to_owned)];
    table.extend(rows.iter().map(|row| {
        let kernel = &row.kernel;
        let spills = kernel.vgpr_spills + kernel.sgpr_spills;
        let counts = [kernel.vgprs, kernel.agprs, kernel.sgprs, kernel.lds_bytes, kernel.scratch_bytes, spills];
        let mut counts = counts.map(|count| count.to_string()).into_iter();
        let mut next = || counts.next().unwrap_or_default();
        let (text, name, architecture) = (row.text.clone(), kernel.name.clone(), row.architecture.clone());
        [text, name, architecture, next(), next(), next(), next(), next(), next()]
    }));
    let width = |column: usize| table.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    for row in &table {
        let cell = |(column, cell): (usize, &String)| {
            let width = widths[column];
            if column < 3 { format!("{cell:width$}") } else { format!("{cell:>width$}") }
        };
        println!("   {}", row.iter().enumerate().map(cell).collect::<Vec<_>>().join("  "));
    }
}

/// The table as CSV, for programs and the documentation.
pub(crate) fn csv(rows: &[Row]) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "text",
        "kernel",
        "architecture",
        "wave_size",
        "vgprs",
        "agprs",
        "sgprs",
        "lds_bytes",
        "scratch_bytes",
        "vgpr_spills",
        "sgpr_spills",
        "compiler",
    ])?;
    for Row { text, architecture, compiler, kernel } in rows {
        let counts = [
            kernel.wave_size,
            kernel.vgprs,
            kernel.agprs,
            kernel.sgprs,
            kernel.lds_bytes,
            kernel.scratch_bytes,
            kernel.vgpr_spills,
            kernel.sgpr_spills,
        ];
        let counts = counts.map(|count| count.to_string());
        let first = [text, &kernel.name, architecture].map(String::as_str);
        writer
            .write_record(first.into_iter().chain(counts.iter().map(String::as_str)).chain([compiler.as_str()]))?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// Writes the CSV.
pub(crate) fn write(rows: &[Row], path: &Path) -> Result<()> {
    fs::write(path, csv(rows)?).with_context(|| format!("cannot write {}", path.display()))?;
    println!("   {} rows in {}", rows.len(), shown(path));
    Ok(())
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::code_object::Kernel;
    use super::{Row, csv};

    pub(crate) fn row(vgpr_spills: u32, sgpr_spills: u32) -> Row {
        let kernel = Kernel {
            name: "sum".into(),
            vgprs: 24,
            agprs: 0,
            sgprs: 16,
            lds_bytes: 1024,
            scratch_bytes: 0,
            vgpr_spills,
            sgpr_spills,
            wave_size: 64,
        };
        Row { text: "tutorial/sum".into(), architecture: "gfx942".into(), compiler: "hiprtc 6".into(), kernel }
    }

    #[test]
    fn a_line_a_row() {
        let expected = "text,kernel,architecture,wave_size,vgprs,agprs,sgprs,lds_bytes,scratch_bytes,vgpr_spills,sgpr_spills,\
                        compiler\ntutorial/sum,sum,gfx942,64,24,0,16,1024,0,1,2,hiprtc 6\n";
        assert_eq!(csv(&[row(1, 2)]).unwrap(), expected);
    }

    #[test]
    fn spills_of_either_kind_are_told() {
        assert_eq!(row(0, 0).spills(), None);
        let expected = "`sum` of tutorial/sum for gfx942 by hiprtc 6: 0 vector and 2 scalar registers";
        assert_eq!(row(0, 2).spills().as_deref(), Some(expected));
        assert!(row(3, 0).spills().is_some());
    }
}

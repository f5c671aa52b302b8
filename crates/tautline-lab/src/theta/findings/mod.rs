//! What the paper found, held against what was measured.
//!
//! What "tends to be" so in the paper is judged for each kind of grids. Means are compared as they are; statistical tests take
//! [`ENOUGH`] worlds and are not judged with fewer.

mod finding;
mod orders;
mod paired;
mod ratios;
mod shares;
mod versions;

pub(super) use finding::ENOUGH;

use crate::harness::{Finding, Records};

/// By how many times two figures differ at most that the paper calls similar: those of its Table 5.
pub(super) const SIMILAR: f64 = 1.25;

/// All of them, in the order of the paper.
pub(super) fn findings(records: &Records) -> Vec<Finding> {
    let mut findings = orders::orders(records);
    findings.extend(shares::shares(records));
    findings.extend(paired::of_section_7(records));
    findings.extend(ratios::ratios(records));
    findings.extend(versions::versions(records));
    findings.extend(paired::of_versions(records));
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theta::ids;

    /// How the findings come out that contain a text and of which anything was measured.
    pub(super) fn verdicts(records: &Records, claim: &str) -> Vec<Option<bool>> {
        let findings = findings(records);
        let about = findings.iter().filter(|finding| finding.has_figures() && finding.claim.contains(claim));
        about.map(|finding| finding.holds).collect()
    }

    #[test]
    fn every_finding_is_of_a_table_and_holds_of_nothing() {
        let findings = findings(&Records::default());
        assert!(findings.len() > 100, "{}", findings.len());
        for finding in &findings {
            assert!(!finding.tables.is_empty(), "{finding}");
            assert!(finding.tables.iter().all(|table| ids().contains(table)), "{finding}");
            assert!(finding.to_string().ends_with(": not measured"), "{finding}");
        }
        for id in ids() {
            assert!(findings.iter().any(|finding| finding.is_of(&[id.into()])), "{id}");
        }
        let mut claims: Vec<_> = findings.iter().map(|finding| &finding.claim).collect();
        claims.sort_unstable();
        claims.dedup();
        assert_eq!(claims.len(), findings.len(), "each is told once");
    }
}

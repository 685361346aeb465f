//! Tables of people as CSV: read with forgiveness and line numbers, written so that no spreadsheet runs them.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use super::address::Email;
use super::fields;
use super::settings::MOST_PARTY;
use super::text::{Text, say};

pub const MOST_ROWS: usize = 20_000;

/// A good row of an imported file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetRow {
    /// Counted from 1, the header included.
    pub line: u64,
    pub name: String,
    pub email: Email,
    pub party_size: i64,
    pub joined_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BadRow {
    pub line: u64,
    /// What is wrong and what to do.
    pub message: Text,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sheet {
    pub rows: Vec<SheetRow>,
    pub bad: Vec<BadRow>,
}

/// Reads a queue: columns `name`, `email`, and maybe `party_size` (or `seats`) and `joined_at`, in any order and letter case; separated by commas or
/// semicolons; a byte order mark is fine. Local times are read in `zone`.
///
/// # Errors
/// A sentence about the file as a whole.
pub fn read(bytes: &[u8], zone: Tz) -> Result<Sheet, Text> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|_| "error-sheet-utf8")?;
    let first = text.lines().next().unwrap_or_default();
    let delimiter = if first.matches(';').count() > first.matches(',').count() { b';' } else { b',' };
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(text.as_bytes());
    let headers = reader.headers().map_err(|_| "error-sheet-header")?.clone();
    let column = |names: &[&str]| {
        headers
            .iter()
            .position(|header| names.contains(&header.trim().to_lowercase().replace([' ', '-'], "_").as_str()))
    };
    let name = column(&["name"]).ok_or("error-sheet-name")?;
    let email = column(&["email", "e_mail", "mail"]).ok_or("error-sheet-email")?;
    let (party, joined) = (column(&["party_size", "party", "seats"]), column(&["joined_at", "joined"]));

    let mut sheet = Sheet::default();
    let mut lines = Lines { text, counted: 0, line: 1 };
    let mut record = csv::StringRecord::new();
    loop {
        match reader.read_record(&mut record) {
            Ok(false) => return Ok(sheet),
            Ok(true) => {}
            Err(error) => {
                let line = error.position().map_or(0, csv::Position::line);
                return Err(say!("error-sheet-line", line = line.to_string()));
            }
        }
        let line = lines.of(record.position().map_or(0, |at| at.byte() as usize));
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if sheet.rows.len() + sheet.bad.len() >= MOST_ROWS {
            return Err(say!("error-sheet-rows", most = MOST_ROWS));
        }
        let cell = |at: Option<usize>| at.and_then(|at| record.get(at)).unwrap_or_default().trim();
        match row(line, cell(Some(name)), cell(Some(email)), cell(party), cell(joined), zone) {
            Ok(row) => sheet.rows.push(row),
            Err(message) => sheet.bad.push(BadRow { line, message }),
        }
    }
}

/// Counts lines as an editor shows them.
struct Lines<'a> {
    text: &'a str,
    counted: usize,
    line: u64,
}

impl Lines<'_> {
    /// The line on which the record at this byte begins; the reader counts the line break before it, and empty lines, to the record.
    fn of(&mut self, byte: usize) -> u64 {
        let rest = &self.text[byte..];
        let begins = byte + rest.len() - rest.trim_start_matches(['\r', '\n']).len();
        self.line += self.text[self.counted..begins].matches('\n').count() as u64;
        self.counted = begins;
        self.line
    }
}

fn row(line: u64, name: &str, email: &str, party: &str, joined: &str, zone: Tz) -> Result<SheetRow, Text> {
    let optional = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Ok(SheetRow {
        line,
        name: fields::one_line(name).map_err(|wrong| say!("error-row-name", wrong))?,
        email: Email::parse(email).map_err(|wrong| say!("error-row-email", wrong))?,
        party_size: match optional(party) {
            None => 1,
            Some(party) => {
                fields::whole_number(&party, 1, MOST_PARTY).map_err(|wrong| say!("error-row-party", wrong))?
            }
        },
        joined_at: match optional(joined) {
            None => None,
            Some(at) => Some(fields::instant(&at, zone).map_err(|wrong| say!("error-row-joined", wrong))?),
        },
    })
}

/// RFC 4180: lines end in CRLF, cells are quoted where they must be. A cell that a spreadsheet would run as a formula is written as text.
pub fn write(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(vec![]);
    let written = writer
        .write_record(header)
        .and_then(|()| rows.into_iter().try_for_each(|row| writer.write_record(row.iter().map(|cell| safe(cell)))));
    written.expect("memory takes everything");
    String::from_utf8(writer.into_inner().expect("memory takes everything")).expect("cells are UTF-8")
}

fn safe(cell: &str) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{cell}") } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono_tz::Europe::Vienna;

    fn names(sheet: &Sheet) -> Vec<&str> {
        sheet.rows.iter().map(|row| row.name.as_str()).collect()
    }

    #[test]
    fn commas_semicolons_quotes_and_a_byte_order_mark_are_read() {
        let comma = read(
            "\u{feff}Name,E-Mail,Seats\r\n\"Kern, Ann\",ann@example.org,2\r\n\"Ben \"\"B\"\" Li\",ben@example.org,\r\n"
                .as_bytes(),
            Vienna,
        )
        .unwrap();
        assert_eq!(names(&comma), ["Kern, Ann", "Ben \"B\" Li"]);
        assert_eq!((comma.rows[0].party_size, comma.rows[1].party_size), (2, 1));
        let semicolon = read(b"email;joined_at;name\nann@example.org;2026-01-02T10:00;Ann, of Graz\n", Vienna).unwrap();
        assert_eq!(names(&semicolon), ["Ann, of Graz"]);
        assert_eq!(semicolon.rows[0].joined_at, Some("2026-01-02T09:00:00Z".parse().unwrap()));
    }

    #[test]
    fn bad_rows_are_told_with_their_line_and_the_good_ones_kept() {
        let text = "name,email,party_size,joined_at\nAnn,ann@example.org,1,\n,nobody@example.org,1,\n\n\"Two\nlines\",two@example.org,1,\nBen,ben,1,\nClara,clara@example.org,99,\nDora,dora@example.org,1,yesterday\nEmil,emil@example.org\n";
        let sheet = read(text.as_bytes(), Vienna).unwrap();
        assert_eq!(names(&sheet), ["Ann", "Emil"]);
        let bad: Vec<(u64, &str)> = sheet.bad.iter().map(|bad| (bad.line, &*bad.message.key)).collect();
        assert_eq!(
            bad,
            [
                (3, "error-row-name"),
                (5, "error-row-name"),
                (7, "error-row-email"),
                (8, "error-row-party"),
                (9, "error-row-joined")
            ]
        );
    }

    #[test]
    fn what_is_wrong_with_the_whole_file_is_said() {
        assert_eq!(read(b"first,last\nA,B\n", Vienna).unwrap_err(), "error-sheet-name".into());
        assert_eq!(read(b"name,phone\nA,B\n", Vienna).unwrap_err(), "error-sheet-email".into());
        assert_eq!(read(b"name,email\n\xff\xfe,x\n", Vienna).unwrap_err(), "error-sheet-utf8".into());
        assert!(read(b"", Vienna).is_err());
        assert_eq!(read(b"name,email\n", Vienna).unwrap(), Sheet::default());
    }

    #[test]
    fn what_is_written_is_rfc_4180_and_runs_in_no_spreadsheet() {
        let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        let text =
            write(&["name", "note"], [row(["Kern, \"Ann\"", "=1+1"]), row(["Ben", "two\nlines"]), row(["-x", "a-b"])]);
        assert_eq!(text, "name,note\r\n\"Kern, \"\"Ann\"\"\",'=1+1\r\nBen,\"two\nlines\"\r\n'-x,a-b\r\n");
    }
}

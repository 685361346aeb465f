//! Enums that are a word in the database, in JSON and in forms: one list of words for all three.

/// The word is none of the enum's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("“{word}” is none of: {allowed}")]
pub struct UnknownWord {
    pub word: String,
    pub allowed: String,
}

/// Declares an enum whose variants are words: `as_str`, `ALL`, `FromStr`, `TryFrom<String>` (for database rows) and `Serialize`.
macro_rules! text_enum {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$vmeta:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$vmeta])* $variant),+ }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::domain::text_enum::UnknownWord;

            fn from_str(word: &str) -> ::std::result::Result<Self, Self::Err> {
                match word {
                    $($word => Ok(Self::$variant),)+
                    _ => Err($crate::domain::text_enum::UnknownWord {
                        word: word.chars().take(40).collect(),
                        allowed: [$($word),+].join(", "),
                    }),
                }
            }
        }

        impl TryFrom<String> for $name {
            type Error = $crate::domain::text_enum::UnknownWord;

            fn try_from(word: String) -> ::std::result::Result<Self, Self::Error> {
                word.parse()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> ::std::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> ::std::result::Result<Self, D::Error> {
                let word = <String as serde::Deserialize>::deserialize(deserializer)?;
                word.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use text_enum;

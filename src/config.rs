//! The command line and the environment; flags win.

use clap::{Args, Parser, Subcommand};

/// Runs an event's waitlist: freed seats go to the next people in line as time-limited offers.
#[derive(Debug, Parser)]
#[command(version, about)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub serve: Serve,
    #[command(flatten)]
    pub database: Database,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the web app (what happens without a command, too)
    Serve(Serve),
    /// Serve with a demo organization; prints its sign-ins, and keeps mails at /dev/mailbox
    Demo(Serve),
    /// Add an account; its address counts as verified; prints the id
    #[command(subcommand)]
    Account(AccountCommand),
    /// Add an organization; prints the id
    #[command(subcommand)]
    Org(OrgCommand),
    /// Bring the database up to date
    Migrate,
    /// Look for what is wrong; exits with 1 on a finding
    Doctor,
    /// Compute a lottery's draw again from its file (docs/lottery.md); exits with 1 if it doesn't agree
    VerifyDraw {
        /// What organizer/draw answered, as JSON
        file: std::path::PathBuf,
    },
}

#[derive(Debug, Clone, Args)]
pub struct Database {
    /// sqlite:PATH or postgres://…
    #[arg(
        long,
        env = "DATABASE_URL",
        global = true,
        default_value = "sqlite:data/nextseat.db",
        value_name = "URL",
        hide_env_values = true
    )]
    pub database: String,
}

#[derive(Debug, Clone, Args)]
pub struct Serve {
    /// The address to listen on
    #[arg(long, env = "NEXTSEAT_LISTEN", default_value = "127.0.0.1:3000", value_name = "ADDRESS")]
    pub listen: String,
    /// How people reach the app; links in mails begin with it [default: http:// and the listen address]
    #[arg(long, env = "NEXTSEAT_BASE_URL", value_name = "URL")]
    pub base_url: Option<String>,
    /// The mail server: smtp://host:port, smtps://user:password@host
    #[arg(long, env = "NEXTSEAT_SMTP_URL", value_name = "URL", hide_env_values = true)]
    pub smtp_url: Option<String>,
    /// The sender of mails: “Name <address>” [default: nextseat@ and the host of the base URL]
    #[arg(long, env = "NEXTSEAT_MAIL_FROM", value_name = "ADDRESS")]
    pub mail_from: Option<String>,
    /// “off” lifts the limit of writes per person and address
    #[arg(long, env = "NEXTSEAT_RATE_LIMIT", default_value = "on", value_parser = ["on", "off"])]
    pub rate_limit: String,
    /// What to log, e.g. info or nextseat=debug
    #[arg(long, env = "NEXTSEAT_LOG", default_value = "info", value_name = "FILTER")]
    pub log: String,
    /// Let POST /dev/clock move the clock (only on a loopback address)
    #[arg(long)]
    pub dev_clock: bool,
    /// Keep mails at /dev/mailbox instead of sending them (only on a loopback address)
    #[arg(long)]
    pub dev_mailbox: bool,
}

#[derive(Debug, Subcommand)]
pub enum AccountCommand {
    /// Add an account
    Add {
        #[arg(long)]
        email: String,
        #[arg(long)]
        name: String,
        #[arg(long)]
        password: Option<String>,
    },
}

#[derive(Debug, Subcommand)]
pub enum OrgCommand {
    /// Add an organization
    Add {
        #[arg(long)]
        slug: String,
        #[arg(long)]
        name: String,
        /// The owner's e-mail address or account id
        #[arg(long)]
        owner: String,
    },
}

impl Serve {
    /// `http://127.0.0.1:3000` and the like, without a slash at the end.
    pub fn base_url(&self) -> String {
        self.base_url.clone().unwrap_or_else(|| format!("http://{}", self.listen)).trim_end_matches('/').to_owned()
    }

    /// The sender of mails.
    pub fn mail_from(&self) -> String {
        if let Some(from) = &self.mail_from {
            return from.clone();
        }
        let base_url = self.base_url();
        let host = base_url.split("://").nth(1).and_then(|rest| rest.split([':', '/']).next()).unwrap_or_default();
        let is_name = host.contains('.') && host.chars().any(|c| c.is_ascii_alphabetic());
        format!("nextseat <nextseat@{}>", if is_name { host } else { "localhost" })
    }
}

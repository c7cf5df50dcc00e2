//! `completions` and `man`: what shells and manuals want.

use clap::CommandFactory;

use crate::{
    args::Cli,
    context::Context,
    failure::{Failure, Outcome},
};

pub fn completions(context: &Context, shell: clap_complete::Shell) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "tilebase", &mut script);
    context.print(&String::from_utf8_lossy(&script))?;
    Ok(Outcome::Done)
}

pub fn manual(context: &Context) -> Result<Outcome, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Cli::command()).render(&mut page)?;
    context.print(&String::from_utf8_lossy(&page))?;
    Ok(Outcome::Done)
}

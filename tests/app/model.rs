//! Random commands against a small model in memory; after each one the app and the model agree, and every invariant holds. A failure is shrunk to the
//! shortest sequence that still fails.

mod game;
mod law;
mod shrink;

use std::sync::Arc;
use std::time::Instant;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use game::Players;
use law::{Command, SILENT, draw};

/// Steps of all games together.
fn steps() -> usize {
    if std::env::var("NEXTSEAT_TEST_LONG").is_ok() { 200_000 } else { 2_500 }
}

fn seed() -> u64 {
    std::env::var("NEXTSEAT_TEST_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_260_301)
}

on_both! {
    async fn the_app_does_what_the_model_does(world: World) {
        let (mut rng, began) = (StdRng::seed_from_u64(seed()), Instant::now());
        let players = Arc::new(Players::gather(world).await);
        let (mut played, mut games) = (0, 0);
        while played < steps() {
            let style = games % law::STYLES;
            let mut commands: Vec<Command> = (0..rng.random_range(40..120)).map(|_| draw(&mut rng, style)).collect();
            if style == SILENT {
                // A queue and a seat for it, so that there is something to be silent about.
                commands.splice(0..0, [Command::Yes(0, 1), Command::Yes(1, 1), Command::Join(2, 1), Command::Join(3, 1), Command::No(0)]);
            }
            if let Err(failure) = players.play(style, commands.clone()).await {
                let again = |tried: Vec<Command>| -> shrink::Tried {
                    let players = players.clone();
                    Box::pin(async move { players.play(style, tried).await.err() })
                };
                let (shortest, why) = shrink::shrink(commands, failure, again).await;
                panic!("seed {}, game {games}, style {style}: {why}\nthe shortest sequence that fails:\n{shortest:#?}", seed());
            }
            played += commands.len();
            games += 1;
        }
        println!("{played} steps in {games} games, {:.0} a second", played as f64 / began.elapsed().as_secs_f64());
    }

    async fn r18_draws_keep_every_promise_and_can_be_verified(world: World) {
        let mut rng = StdRng::seed_from_u64(seed() ^ 18);
        let players = Players::gather(world).await;
        let games = (steps() / 250).clamp(3, 100);
        let mut draws = 0;
        for _ in 0..games {
            let commands: Vec<Command> = (0..100).map(|_| draw(&mut rng, 0)).collect();
            draws += players.play_lottery(commands).await;
        }
        assert!(draws >= games / 2, "only {draws} draws in {games} games");
    }

    async fn a_failing_sequence_is_shrunk(_world: World) {
        // Fails where a 7 comes anywhere after a 3.
        let fails = |tried: Vec<u32>| -> shrink::Tried {
            let three = tried.iter().position(|n| *n == 3);
            let found = three.is_some_and(|three| tried[three..].contains(&7));
            Box::pin(async move { found.then(|| "7 after 3".to_owned()) })
        };
        let long = (0..200).map(|n| (n * 37 + 11) % 50).collect();
        let (shortest, why) = shrink::shrink(long, "found".into(), fails).await;
        assert_eq!((shortest, why.as_str()), (vec![3, 7], "7 after 3"));
    }
}

//! A server of files for this machine only, to try out the page. It sends compressed files (`.br`)
//! where they are.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::{Component, Path, PathBuf},
    thread,
};

use anyhow::Result;

/// Serves a folder until the program ends.
pub fn forever(folder: &Path, port: u16) -> Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    eprintln!("http://{}/", listener.local_addr()?);
    serve(&listener, folder);
    Ok(())
}

/// Serves a folder on a free port as long as the program runs, and returns the port.
pub fn start(folder: &Path) -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let port = listener.local_addr()?.port();
    let folder = folder.canonicalize()?;
    thread::spawn(move || serve(&listener, &folder));
    Ok(port)
}

fn serve(listener: &TcpListener, folder: &Path) {
    for stream in listener.incoming().flatten() {
        let folder = folder.to_owned();
        // If the browser closes the connection before the answer, the server continues.
        thread::spawn(move || answer(stream, &folder).ok());
    }
}

/// Answers the requests of a connection, one after another, until the browser closes it.
fn answer(mut stream: TcpStream, folder: &Path) -> std::io::Result<()> {
    // Answers are sent at once; the system does not collect them.
    stream.set_nodelay(true)?;
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    while let Some(request) = lines.next().transpose()? {
        let mut takes_brotli = false;
        while let Some(line) = lines.next().transpose()?.filter(|line| !line.is_empty()) {
            let line = line.to_ascii_lowercase();
            takes_brotli |= line.starts_with("accept-encoding:") && line.contains("br");
        }
        let path = request.split(' ').nth(1).unwrap_or("/");
        let file = find(folder, path);
        let small = file.as_ref().filter(|_| takes_brotli);
        let small = small.and_then(|file| fs::read(format!("{}.br", file.display())).ok());
        let encoding = if small.is_some() { "Content-Encoding: br\r\n" } else { "" };
        let body = small.or_else(|| fs::read(file.as_ref()?).ok());
        let (status, kind, body) = match (file, body) {
            (Some(file), Some(body)) => ("200 OK", kind(&file), body),
            _ => ("404 Not Found", "text/plain", b"not found".to_vec()),
        };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n{encoding}\
            Cache-Control: no-cache\r\n\r\n",
            body.len()
        );
        stream.write_all(&[head.as_bytes(), &body].concat())?;
    }
    Ok(())
}

/// Returns the file that the path of an address names. It is always inside the folder.
fn find(folder: &Path, address: &str) -> Option<PathBuf> {
    let path = address.split(['?', '#']).next()?.trim_start_matches('/');
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    let inside = path
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    inside.then(|| folder.join(path))
}

fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

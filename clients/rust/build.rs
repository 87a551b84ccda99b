//! Makes the messages from the contract; protox compiles it, so that no protoc is needed.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    const ROOT: &str = "proto";
    println!("cargo:rerun-if-changed={ROOT}");
    let files = protox::compile(["toolparser/v1/tool_parser_service.proto"], [ROOT])?;
    tonic_prost_build::configure().build_server(false).compile_fds(files)?;
    Ok(())
}

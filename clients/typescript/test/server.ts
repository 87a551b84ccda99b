/** The service, built from this checkout and served on a Unix socket. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, type ClientSettings } from "../src/index.js";

export const root = resolve(import.meta.dirname, "../../../..");

/** What is to be undone after the tests of a file, in reverse. */
const undo: (() => unknown)[] = [];
after(async () => {
  for (const one of undo.reverse()) {
    await one();
  }
});

let built: string | undefined;

function binary(): string {
  built ??= process.env["TOOLPARSER_BINARY"];
  if (built === undefined) {
    built = join(temporary(), "toolparser");
    execFileSync("go", ["build", "-o", built, "./cmd/toolparser"], { cwd: root, stdio: "inherit" });
  }
  return built;
}

/** A directory with a short name, since a socket's path may have some 100 bytes; gone after the tests. */
export function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), "client"));
  undo.push(() => rmSync(directory, { recursive: true }));
  return directory;
}

/** A toolparser that can be killed and started again at its address. */
export class Server {
  readonly #socket = join(temporary(), "s");
  readonly #flags: string[];
  #process: ChildProcess | undefined;

  /** A server that ends with the tests of its file. */
  static async start(...flags: string[]): Promise<Server> {
    const server = new Server(flags);
    undo.push(() => server.kill());
    await server.start();
    return server;
  }

  private constructor(flags: string[]) {
    this.#flags = flags;
  }

  get target(): string {
    return `unix:${this.#socket}`;
  }

  async start(): Promise<void> {
    this.#process = spawn(binary(), ["serve", "--listen", this.target, ...this.#flags], { stdio: "ignore" });
    await eventually(() => accepts(this.#socket));
  }

  async kill(): Promise<void> {
    const killed = this.#process;
    this.#process = undefined;
    if (killed?.kill("SIGKILL")) {
      await once(killed, "exit");
    }
  }

  /** A client that ends with the tests of its file. */
  connect(settings?: ClientSettings): Client {
    const client = new Client(this.target, settings);
    undo.push(() => client.close());
    return client;
  }
}

async function accepts(socket: string): Promise<boolean> {
  const connection = connect(socket);
  try {
    await once(connection, "connect");
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}

/** Waits until the condition holds. */
export async function eventually(condition: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + 30_000;
  while (!(await condition())) {
    if (Date.now() > until) {
      throw new Error("it never came to be");
    }
    await sleep(20);
  }
}

/** The service, built from this checkout and served on a Unix socket. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
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

/** A toolparser that can be killed and replaced at its address. */
export class Server {
  readonly #socket = join(temporary(), "s");
  #process: ChildProcess | undefined;
  #next: ChildProcess | undefined;

  /** A server that ends with the tests of its file. */
  static async start(...flags: string[]): Promise<Server> {
    const server = new Server();
    undo.push(() => server.#end());
    server.#process = serve(server.#socket, flags);
    await eventually(() => accepts(server.#socket));
    return server;
  }

  private constructor() {}

  get target(): string {
    return `unix:${this.#socket}`;
  }

  /** Starts the server that is to take this one's place, which may take its time. */
  async prepareNext(): Promise<void> {
    this.#next = serve(this.#nextSocket, []);
    await eventually(() => accepts(this.#nextSocket));
  }

  /**
   * Gives the address to the next server, at once: how long there was none is the test's to
   * say, and not the machine's.
   */
  replace(): void {
    renameSync(this.#nextSocket, this.#socket);
    this.#process = this.#next;
    this.#next = undefined;
  }

  async kill(): Promise<void> {
    const killed = this.#process;
    this.#process = undefined;
    await end(killed);
  }

  async #end(): Promise<void> {
    await this.kill();
    await end(this.#next);
  }

  get #nextSocket(): string {
    return `${this.#socket}n`;
  }

  /** A client that ends with the tests of its file. */
  connect(settings?: ClientSettings): Client {
    const client = new Client(this.target, settings);
    undo.push(() => client.close());
    return client;
  }
}

function serve(socket: string, flags: string[]): ChildProcess {
  return spawn(binary(), ["serve", "--listen", `unix:${socket}`, ...flags], { stdio: "ignore" });
}

async function end(process: ChildProcess | undefined): Promise<void> {
  if (process?.kill("SIGKILL")) {
    await once(process, "exit");
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

// Runs jobs for node.py: reads them from the input, one a line, and writes what the client ended with, one a line.

import { createInterface } from "node:readline";
import { agents } from "./agents.js";
import { clients } from "./clients.js";

const all = { ...clients, ...agents };

for await (const line of createInterface({ input: process.stdin })) {
  const job = JSON.parse(line);
  const out = { text: "", calls: [], ran: [], reason: null, error: null };
  try {
    await all[job.client](job, out);
  } catch (error) {
    out.error ??= describe(error);
  }
  process.stdout.write(JSON.stringify(out) + "\n");
}

function describe(error) {
  return error instanceof Error ? `${error.name}: ${error.message}` : JSON.stringify(error);
}

import assert from "node:assert/strict";
import { Code, ConnectError } from "../src/index.js";

/** Checks that an error is a ConnectError of this code. */
export function failsWith(code: Code): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof ConnectError, String(error));
    assert.equal(Code[error.code], Code[code], error.message);
    return true;
  };
}

// Calls of the server that the page came from, in Connect's protocol with JSON.

import { bytesOf, textOf } from "./utf8.js";

const service = "/toolparser.v1.ToolParserService/";
export const parseMethod = service.slice(1) + "ParseToolCalls";

export class CallError extends Error {
  constructor(code, message) {
    super(message || code);
    this.code = code;
  }
}

async function post(method, type, body, { token, signal }) {
  const headers = { "Content-Type": type, "Connect-Protocol-Version": "1" };
  if (token) headers.Authorization = "Bearer " + token;
  const response = await fetch(service + method, { method: "POST", headers, body, signal, credentials: "same-origin" });
  if (response.ok) return response;
  const error = await response.json().catch(() => ({ code: "http " + response.status }));
  throw new CallError(error.code, error.message);
}

// call makes a unary call.
export async function call(method, request, how) {
  return (await post(method, "application/json", JSON.stringify(request), how)).json();
}

// stream sends all requests, and returns all responses.
export async function stream(method, requests, how) {
  const body = new Blob(requests.flatMap((request) => {
    const message = bytesOf(JSON.stringify(request));
    const head = new DataView(new ArrayBuffer(5));
    head.setUint32(1, message.length);
    return [head, message];
  }));
  const response = await post(method, "application/connect+json", body, how);
  return answers(new Uint8Array(await response.arrayBuffer()));
}

function answers(bytes) {
  const list = [];
  for (let at = 0; at + 5 <= bytes.length; ) {
    const view = new DataView(bytes.buffer, at, 5);
    const end = at + 5 + view.getUint32(1);
    const message = JSON.parse(textOf(bytes, at + 5, end));
    if (view.getUint8(0) === 2) {
      if (message.error) throw new CallError(message.error.code, message.error.message);
      return list;
    }
    list.push(message);
    at = end;
  }
  throw new CallError("data_loss", "the response ends early");
}

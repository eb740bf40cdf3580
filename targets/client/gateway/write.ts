import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { PlatformAnswer } from '../platform-instance.ts'

const PIECES = 5
const BETWEEN_MS = 25

const OWN_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length'])

/**
 * The headers of an answer without those of the connection, which this server sets itself. It closes the connection only where the
 * answer says so.
 */
const keptOf = (headers: PlatformAnswer['headers']): [string, string][] =>
  Object.entries(headers).filter(
    ([name, value]) =>
      !OWN_HEADERS.has(name.toLowerCase()) || (name.toLowerCase() === 'connection' && value === 'close'),
  )

/** The same answer with its body compressed. */
export function gzipped(answer: PlatformAnswer): PlatformAnswer {
  const headers = { ...answer.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' }
  return answer.body.length === 0 ? answer : { ...answer, headers, body: gzipSync(answer.body) }
}

/** Writes the head of an answer and half of its body, and closes the connection. */
export async function writeHalf(
  response: ServerResponse,
  { status, headers, body }: PlatformAnswer,
): Promise<void> {
  response.writeHead(status, { ...Object.fromEntries(keptOf(headers)), 'content-length': body.length })
  const half = body.subarray(0, Math.floor(body.length / 2))
  await new Promise<void>((resolve) => response.write(half, () => resolve()))
  response.destroy()
}

/** Writes an answer, at once or in pieces without a `Content-Length`. */
export async function write(
  response: ServerResponse,
  { status, headers, body }: PlatformAnswer,
  inPieces: boolean,
): Promise<void> {
  const kept = keptOf(headers)
  if (!inPieces) {
    response.writeHead(status, { ...Object.fromEntries(kept), 'content-length': body.length }).end(body)
    return
  }
  // Upper case, since names of headers are compared without case.
  response.writeHead(status, Object.fromEntries(kept.map(([name, value]) => [name.toUpperCase(), value])))
  const size = Math.max(1, Math.ceil(body.length / PIECES))
  for (let at = 0; at < body.length && !response.destroyed; at += size) {
    response.write(body.subarray(at, at + size))
    await pause(BETWEEN_MS)
  }
  response.end()
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { write } from './write.ts'

/** The `Connection` header that a client receives when an answer has one of its own. */
async function connectionSeen(connection: string, inPieces: boolean): Promise<string | null> {
  const answer = { status: 503, headers: { connection }, body: Buffer.from('busy') }
  const server = createServer((_, response) => void write(response, answer, inPieces)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const got = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    expect(await got.text()).toBe('busy')
    return got.headers.get('connection')
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

test('an answer closes its connection where it says so, and else the server decides', async () => {
  expect(await connectionSeen('close', false)).toBe('close')
  expect(await connectionSeen('close', true)).toBe('close')
  expect(await connectionSeen('upgrade', false)).toBe('keep-alive')
})

import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { wholeTraffic } from '../../traffic/recording/index.ts'
import { platform, proxyBefore } from './testing.ts'

const PIECE = randomBytes(256 * 1024)
const PIECES = 200

/** Memory of a process. Linux says it in a file, which takes less than a program that is started a hundred times. */
function megabytesOf(pid: number | undefined): number {
  const file = `/proc/${pid}/status`
  const kilobytes = existsSync(file)
    ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()
  return Number(kilobytes) / 1024
}

test('three documents of 50 MB at once need little memory of the proxy, and arrive whole', async () => {
  const server = createServer(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' })
    for (let piece = 0; piece < PIECES; piece += 1) if (!response.write(PIECE)) await once(response, 'drain')
    response.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { sandbox } = await platform()
  const proxy = await proxyBefore({
    ...sandbox.profile(),
    base_url: `${origin}/api`,
    auth_url: `${origin}/oauth/token`,
  })
  const before = megabytesOf(proxy.process.pid)
  let most = before
  const hashes = await Promise.all(
    [1, 2, 3].map(async (id) => {
      const { body } = await fetch(`${proxy.baseUrl}/document/policy/stream/${id}`)
      const hash = createHash('sha256')
      let size = 0
      for await (const bytes of body ?? []) {
        hash.update(bytes)
        size += bytes.length
        if (size % (8 * PIECE.length) < bytes.length) most = Math.max(most, megabytesOf(proxy.process.pid))
      }
      return hash.digest('hex')
    }),
  )
  const whole = createHash('sha256')
  for (let piece = 0; piece < PIECES; piece += 1) whole.update(PIECE)
  const expected = whole.digest('hex')
  expect(new Set(hashes)).toEqual(new Set([expected]))
  expect(most - before).toBeLessThan(100)
  proxy.process.kill('SIGINT')
  await proxy.finished
  const { exchanges } = (await wholeTraffic(proxy.file)).ledger
  expect(exchanges.map(({ answer }) => answer?.body.sha256)).toEqual([expected, expected, expected])
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { wholeTraffic } from '../../traffic/recording/index.ts'
import { judged } from '../recording/judged.ts'
import { clientOf, platform, proxyBefore, proxyHere } from './testing.ts'

test('a proxy that is killed leaves every request that had ended, in whole lines', async () => {
  const driver = await platform()
  const proxy = await proxyBefore(driver.sandbox.profile())
  const { call } = await clientOf(driver, proxy)
  for (let request = 0; request < 30; request += 1) await (await call('GET', `/status/${request}`)).text()
  void call('POST', '/submit', driver.sandbox.submission).catch(() => undefined)
  const written = async () => (await wholeTraffic(proxy.file)).ledger.exchanges.length
  await expect.poll(written, { timeout: 20_000 }).toBeGreaterThanOrEqual(31)
  proxy.process.kill('SIGKILL')
  await proxy.finished
  expect(await written()).toBeGreaterThanOrEqual(31)
  const killed = await judged([proxy.file], { whole: 'requests,deliveries,operator' })
  expect(killed.out).toContain('has no end, since the proxy was killed or still runs')
  expect(killed.code).toBe(3)
  appendFileSync(proxy.file, '{"type":"exchange","exchange":{"id":"traffi')
  const { out, code } = await judged([proxy.file])
  expect(out).toContain('ends in the middle of an entry: what is before it is judged')
  expect(out).toMatch(/verdict: no breach in what was recorded: [1-9]\d* of \d+ statements\n$/)
  expect(code).toBe(3)
})

const HANGS = `require('node:http').createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"status":')
}).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

test('a platform that is killed within an answer is recorded as the side that broke off', async () => {
  const child = spawn(process.execPath, ['-e', HANGS])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [port] = await once(child.stdout, 'data')
  const origin = `http://127.0.0.1:${String(port).trim()}`
  const driver = await platform()
  const proxy = await proxyHere({
    ...driver.sandbox.profile(),
    base_url: `${origin}/api`,
    auth_url: `${origin}/oauth/token`,
  })
  const answer = await fetch(`${proxy.baseUrl}/status/1`)
  child.kill('SIGKILL')
  await expect(answer.text()).rejects.toThrow()
  proxy.interrupt()
  expect((await proxy.finished).out).toContain('broken off by the platform (cut-short): 1\n')
  const [one] = (await wholeTraffic(proxy.file)).ledger.exchanges
  expect(one?.failure).toMatchObject({ kind: 'cut-short', status: 200 })
})

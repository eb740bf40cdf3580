import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { receive, until } from '../../cli/listen/testing.ts'
import { wholeTraffic } from '../../traffic/recording/index.ts'
import { readReport } from '../cli/command.ts'
import { whole } from '../cli/whole.ts'
import { problems } from '../published-schema.ts'
import { junitProblems } from '../run-schemas.ts'
import { clientOf, freePort, platform, proxyBefore, proxyHere } from './testing.ts'

/** The course of a quote through the proxy, with its events, on a platform that is right or has one defect. */
async function course<Proxy extends { readonly baseUrl: string; readonly authUrl: string }>(
  begin: (profile: object, ...words: readonly string[]) => Promise<Proxy>,
  mutant?: string,
) {
  const driver = await platform(mutant)
  const receiver = await receive((_number, response) => response.writeHead(200, { 'x-odd': '1' }).end('got'))
  const port = await freePort()
  const endpoint = await driver.control('POST', '/endpoints', {
    url: `http://127.0.0.1:${port}/hooks`,
    events: ['quote.created', 'quote.proposalReady', 'policy.created'],
  })
  const secret = String(endpoint.json.secret)
  const proxy = await begin(
    { ...driver.sandbox.profile(), webhooks: { signing_secret: secret } },
    ...['--listen', `127.0.0.1:${port}`, '--deliver-to', receiver.url.href],
    ...['--whole', 'requests', '--whole', 'operator'],
  )
  const { call, secrets } = await clientOf(driver, proxy)
  const submitted = await call('POST', '/submit', driver.sandbox.submission)
  const { data } = (await submitted.json()) as { data: { quote_id: string } }
  const id = data.quote_id
  await driver.advance(30_000)
  await (await call('GET', `/status/${id}`)).json()
  await (await call('GET', `/document/quote-proposal/stream/${id}`)).arrayBuffer()
  await (await call('PUT', `/bind/${id}`, {})).json()
  await driver.advance(30_000)
  await (await call('GET', `/status/${id}`)).json()
  await until(() => receiver.got.length >= 3)
  return { proxy, receiver, secret, secrets: [...secrets, secret] }
}

describe('the course of a quote', () => {
  test('on a right platform shows no breach, and no secret anywhere', async () => {
    const { proxy, receiver, secret, secrets } = await course(proxyBefore)
    proxy.process.kill('SIGINT')
    const { code, out, err } = await proxy.finished
    expect(out).toMatch(
      /no breach in what was recorded: \d+ of \d+ statements, 6 requests, \d+ deliveries\n$/,
    )
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const folder = dirname(proxy.file)
    const names = ['traffic.jsonl', 'results.jsonl', 'report.json', 'report.html', 'junit.xml']
    const text = names.map((name) => readFileSync(join(folder, name), 'utf8')).join('')
    for (const one of secrets) expect(`${out}${text}`).not.toContain(one)
    const report = readReport(folder)
    expect(report).toMatchObject({ verdict: 'incomplete', recorded: true })
    expect(report.reason).toMatch(/^no breach in what was recorded: \d+ of \d+ statements$/)
    expect(problems('report', report)).toEqual([])
    for (const line of readFileSync(join(folder, 'results.jsonl'), 'utf8').trimEnd().split('\n'))
      expect(problems('results', JSON.parse(line))).toEqual([])
    expect(await junitProblems(readFileSync(join(folder, 'junit.xml'), 'utf8'))).toEqual([])
    expect((await whole(['report', folder])).code).toBe(0)
    const { exchanges, arrivals = [] } = (await wholeTraffic(proxy.file)).ledger
    expect(exchanges.map(({ operation }) => operation)).toEqual([
      'token',
      'submit',
      'status',
      'quote-proposal',
      'bind',
      'status',
    ])
    expect(new Set(arrivals.map(({ signature }) => signature.signedWith))).toEqual(new Set(['current']))
    for (const { headers, body } of receiver.got) {
      const value = (name: string) =>
        headers[headers.findIndex((one, place) => place % 2 === 0 && one.toLowerCase() === name) + 1]
      const signed = createHmac('sha256', secret)
        .update(`${value('event-id')}.${value('timestamp')}.`)
        .update(body)
        .digest('hex')
      expect(value('x-platform-signature')).toBe(signed)
    }
  })

  test('on a platform with a defect shows it while the proxy runs', async () => {
    const { proxy } = await course(proxyHere, 'bind-says-success')
    await proxy.shows(/BREACH by the platform: .*bind-envelope/)
    proxy.interrupt()
    const { code, out } = await proxy.finished
    expect(code).toBe(1)
    expect(out).toMatch(/\nbroken in what was recorded: bind-envelope by the platform: /)
    const { verdict, requirements } = readReport(dirname(proxy.file))
    expect(verdict).toBe('non-conformant')
    expect(requirements.find(({ id }) => id === 'bind-envelope')).toMatchObject({
      ...{ verdict: 'failed', side: 'platform' },
      checks: [{ name: expect.stringMatching(/traffic#\d+$/), evidence: [{ status: 202 }] }],
    })
  })
})

test('a client without an integration key is named', async () => {
  const driver = await platform()
  const proxy = await proxyHere(driver.sandbox.profile())
  const { call } = await clientOf(driver, proxy)
  await (await call('POST', '/submit', driver.sandbox.submission, {})).text()
  const [block] = await proxy.shows(/BREACH by the client: .*\n.*\n.*\n.*seen in +traffic#2/)
  expect(block).toContain('client-sends-the-integration-key')
  proxy.interrupt()
  expect((await proxy.finished).code).toBe(1)
})

test('with --json nothing but statements and the verdict is on stdout', async () => {
  const driver = await platform()
  const proxy = await proxyBefore(driver.sandbox.profile(), '--json')
  const { call } = await clientOf(driver, proxy)
  await (await call('POST', '/submit', driver.sandbox.submission, {})).text()
  proxy.process.kill('SIGINT')
  const { code, out, err } = await proxy.finished
  expect(code).toBe(1)
  expect(err).toContain('BREACH by the client')
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.find(({ id }) => id === 'client-sends-the-integration-key')).toMatchObject({
    ...{ verdict: 'failed', side: 'client', places: [expect.stringMatching(/traffic#2$/)] },
  })
  expect(lines.at(-1)).toMatchObject({ exitCode: 1, verdict: expect.stringMatching(/^1 statement broken/) })
})

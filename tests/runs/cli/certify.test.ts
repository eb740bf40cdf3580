import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readReport, temporaryFolder } from '../../cli/command.ts'
import { whole } from '../../cli/whole.ts'
import { shapeProblems } from '../../hostile/report-shape.ts'
import { leaksIn } from '../../hostile/secrets.ts'
import { type Behaviour, SECRETS, serveReceiver } from '../../receiver/fake.ts'

/** Certifies a fake with a change, from the command line to the reports. */
async function certify(changes: Partial<Behaviour>, ...words: readonly string[]) {
  const fake = await serveReceiver(changes)
  onTestFinished(() => fake.close())
  return certifyAt({ url: fake.url, effects: fake.effects }, ...words)
}

async function certifyAt(
  at: { readonly url: string; readonly effects?: string },
  ...words: readonly string[]
) {
  const folder = temporaryFolder()
  const profile = join(folder, 'receiver.json')
  const secrets = {
    signing_secret: SECRETS.own,
    previous_signing_secret: SECRETS.previous,
    revoked_signing_secret: SECRETS.revoked,
  }
  writeFileSync(profile, JSON.stringify({ receiver: { ...at, ...secrets }, timing: { effects: '2s' } }))
  const out = join(folder, 'out')
  const finished = await whole(['certify', 'receiver', '--target', profile, '--out', out, ...words])
  const files = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  return {
    ...finished,
    folder: out,
    report: readReport(out),
    everything: [...files, finished.out, finished.err].join('\n'),
  }
}

const SHORT = ['deliveries/events', 'forgeries/signatures', 'secrets/*'].flatMap((pattern) => [
  '--scenario',
  pattern,
])

test('a right receiver ends with 0 and leaves a report of its kind, which is judged anew with the same verdicts', async () => {
  const { code, out, err, report, everything, folder } = await certify({}, ...SHORT)
  expect({ code, err, verdict: report.verdict, kind: report.kind }).toEqual({
    code: 0,
    err: '',
    verdict: 'conformant',
    kind: 'receiver',
  })
  expect(shapeProblems(report)).toEqual([])
  expect(out).toMatch(/sends at most 5000 deliveries to 127\.0\.0\.1:\d+.*50 at once.*20 a second for 15 s/)
  expect(leaksIn(everything, Object.values(SECRETS))).toEqual([])
  const again = await whole(['report', folder, '--rejudge'])
  expect(again).toEqual({ code: 0, err: '', out: expect.stringMatching(/\nnothing changed\n/) })
})

test('a wrong one ends with 1, and the delivery that shows it can be sent again from a shell', async () => {
  const { code, out, report, everything } = await certify(
    { matches: (given, right) => given.slice(0, 8) === right.slice(0, 8) },
    '--scenario',
    'forgeries/signatures',
  )
  expect({ code, verdict: report.verdict }).toEqual({ code: 1, verdict: 'non-conformant' })
  const [, breach = ''] = out.split(/^FAILED /m)
  expect(breach).toMatch(/breaks +receiver-refuses-wrong-signature /)
  expect(breach).toMatch(/change +Compare the signature header, whole,/)
  expect(breach).toMatch(/again +npx quote-conformance certify receiver --target/)
  const [, curl = ''] = /curl +(curl .*)/.exec(breach) ?? []
  expect(curl).toMatch(/X-Platform-Signature: [0-9a-f]{64}/)
  const { stdout } = await promisify(execFile)('bash', ['-c', curl])
  expect(stdout).toMatch(/^HTTP\/1\.1 200 /)
  expect(leaksIn(everything, Object.values(SECRETS))).toEqual([])
})

test('one that says all that it received gets no secret into a file', async () => {
  const { code, everything } = await certify(
    {
      write(response, status, { headers, body }) {
        response.setHeader('x-told', Object.values(SECRETS).join(' '))
        response.writeHead(status).end(JSON.stringify([Object.values(SECRETS), headers, body.toString()]))
      },
    },
    ...SHORT,
  )
  expect(code).toBe(0)
  expect(leaksIn(everything, [SECRETS.own, SECRETS.previous, SECRETS.revoked])).toEqual([])
})

test('one that is down from the start ends with 3 and says that nobody was there', async () => {
  const { code, out, report } = await certifyAt({ url: 'http://127.0.0.1:9/hooks' })
  expect({ code, verdict: report.verdict, end: report.end }).toMatchObject({
    code: 3,
    verdict: 'incomplete',
    end: { how: 'broken', cause: 'network' },
  })
  expect(out).toContain('ECONNREFUSED')
})

test('one that does not take the first delivery gets five more that tell why, and no others', async () => {
  let deliveries = 0
  const { code, report } = await certify({
    first: () => {
      deliveries += 1
      return 500
    },
  })
  expect(deliveries).toBe(6)
  expect({ code, verdict: report.verdict }).toEqual({ code: 1, verdict: 'non-conformant' })
  const others = report.requirements.filter(({ verdict }) => verdict === 'passed')
  expect(others.map(({ id }) => id)).toEqual([
    'receiver-answers-within-8-seconds',
    'receiver-ends-its-answers',
  ])
})

test('one that has a wrong effects address is judged by its answers, and the run is not finished', async () => {
  const fake = await serveReceiver()
  onTestFinished(() => fake.close())
  const { code, report } = await certifyAt(
    { url: fake.url, effects: 'http://127.0.0.1:9/effects' },
    '--scenario',
    'repeats/one-after-the-other',
  )
  expect(code).toBe(3)
  const verdicts = Object.fromEntries(report.requirements.map(({ id, verdict }) => [id, verdict]))
  expect(verdicts).toMatchObject({
    'receiver-accepts-a-repeat': 'passed',
    'receiver-processes-once': 'not-exercised',
  })
})

test('in production nothing is sent unless it is allowed', async () => {
  let deliveries = 0
  const fake = await serveReceiver({
    first: () => {
      deliveries += 1
      return undefined
    },
  })
  onTestFinished(() => fake.close())
  const folder = temporaryFolder()
  const profile = join(folder, 'receiver.json')
  const receiver = { url: fake.url, signing_secret: SECRETS.own }
  writeFileSync(profile, JSON.stringify({ environment: 'production', receiver }))
  const { code } = await whole(['certify', 'receiver', '--target', profile, '--out', join(folder, 'out')])
  const seen = readReport(join(folder, 'out')).requirements.find(({ id }) => id === 'receiver-url-is-https')
  expect({ code, deliveries, https: seen?.verdict }).toEqual({ code: 1, deliveries: 0, https: 'failed' })
})

test('the doctor checks a receiver and delivers nothing', async () => {
  const delivered: string[] = []
  const fake = await serveReceiver({
    first: ({ id }) => {
      delivered.push(id)
      return undefined
    },
  })
  const doctor = (effects: string) => {
    const profile = join(temporaryFolder(), 'receiver.json')
    writeFileSync(
      profile,
      JSON.stringify({ receiver: { url: fake.url, effects, signing_secret: SECRETS.own } }),
    )
    return whole(['doctor', '--target', profile])
  }
  const well = await doctor(fake.effects)
  expect([well.code, well.out.split('\n').slice(1, 5)]).toEqual([
    0,
    [
      `ok    network      ${fake.url} is listened on`,
      'ok    effects      0 processed events can be read',
      '',
      'present: receiver.effects',
    ],
  ])
  expect(well.out).toMatch(/^ +\d+ {2}receiver\.previous_signing_secret /m)
  expect(await doctor('http://127.0.0.1:1/effects')).toMatchObject({
    code: 3,
    out: expect.stringMatching(/FAIL {2}effects +its effects could not be read: .*ECONNREFUSED.*target/),
  })
  await fake.close()
  expect(await doctor(fake.effects)).toMatchObject({
    code: 3,
    out: expect.stringMatching(/FAIL {2}network +receiver\.url: .*ECONNREFUSED.*network/),
  })
  expect(delivered).toEqual([])
})

test('a generated counterexample is stored, and sent again alone', async () => {
  const wrong: Partial<Behaviour> = {
    objects: ({ body }) => (/[\u0400-\u04ff]/.test(body.toString()) ? 400 : undefined),
  }
  const { out, folder } = await certify(
    wrong,
    '--scenario',
    'generated/content',
    '--seed',
    '3',
    '--runs',
    '60',
  )
  expect(out).toMatch(/the smallest case of generated\/content/)
  const file = join(folder, 'counterexamples', 'generated-content.json')
  const again = await certify(wrong, '--replay', file)
  expect(again.code).toBe(1)
  const deliveries = again.everything.match(/"operation":"delivery"/g) ?? []
  // Only the first delivery of the run and the case.
  expect(deliveries.length).toBe(2)
})

test('the canary that a run sends is redacted wherever it comes back', async () => {
  const { code, everything } = await certify(
    { write: (response, status, { signature }) => void response.writeHead(status).end(signature) },
    ...['--scenario', 'forgeries/signatures'],
  )
  expect(code).toBe(0)
  expect(everything).toContain('[redacted]')
  expect(everything).not.toContain('no-such-signing-secret')
})

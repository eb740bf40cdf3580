import fc from 'fast-check'
import { exportPKCS8, exportSPKI, generateKeyPair } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { cannotTell, failed, passed } from '../../conformance/verdict.ts'
import { check, events, hostile, reportOf } from '../fakes.ts'
import { type RunRecord, recorder } from '../record.ts'
import { makeReport } from '../report.ts'
import { openStatement, signStatement } from './jws.ts'
import { certificatePage } from './page.ts'
import { type CertificatePayload, certificatePayload, folderDigest, sha256 } from './payload.ts'
import { refusals } from './refusals.ts'
import { checkDates, checkFiles, checkFolders, checkRecord } from './verify.ts'

const requirements = [
  ['one', '4', 'must'],
  ['two', '4', 'must'],
] as const
const checks = [check('one', 'must', passed()), check('two', 'must', passed())]

function recordOf(change: object = {}): RunRecord {
  const collected = recorder()
  for (const event of events({ requirements, checks }))
    collected.add(event.type === 'run-started' ? { ...event, ...change } : event)
  return collected.record() as RunRecord
}

const record = recordOf()
const issuedAt = Date.UTC(2026, 5, 1)
const payload = certificatePayload(record, makeReport(record), {
  issuedAt,
  validDays: 365,
  results: sha256('the events'),
  files: { 'report.json': sha256('the report') },
  folders: { 'allure-results': folderDigest({ 'a-result.json': Buffer.from('a') }) },
})
let keys: { readonly own: string; readonly pub: string; readonly strange: string }
let certificate: string

beforeAll(async () => {
  const pair = () => generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const [own, strange] = await Promise.all([pair(), pair()])
  keys = {
    own: await exportPKCS8(own.privateKey),
    pub: await exportSPKI(own.publicKey),
    strange: await exportSPKI(strange.publicKey),
  }
  certificate = await signStatement(payload, keys.own)
})

describe('a certificate', () => {
  test('is opened with the key that belongs to it, and with no other', async () => {
    expect(await openStatement(certificate, keys.pub)).toEqual({ statement: payload })
    expect(await openStatement(certificate, keys.strange)).toMatchObject({
      problem: expect.stringMatching(/signature/),
    })
  })

  test('is not opened when any byte of it is another, is missing or is added', () =>
    fc.assert(
      fc.asyncProperty(
        fc.nat(certificate.length - 1),
        fc.integer({ min: 32, max: 126 }),
        fc.constantFrom('replace', 'insert', 'remove'),
        async (at, code, how) => {
          const character = String.fromCharCode(code)
          fc.pre(how !== 'replace' || certificate[at] !== character)
          const middle = how === 'remove' ? '' : how === 'insert' ? character + certificate[at] : character
          const changed = certificate.slice(0, at) + middle + certificate.slice(at + 1)
          fc.pre(changed !== certificate)
          expect(await openStatement(changed, keys.pub)).toHaveProperty('problem')
        },
      ),
      { numRuns: 400, seed: 7 },
    ))

  test('is not opened when the last characters of a part say the same in other bits', async () => {
    const jws = JSON.parse(certificate) as Record<string, string>
    const signature = jws.signature ?? ''
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet.indexOf(signature.at(-1) ?? '')
    const counterpart = signature.slice(0, -1) + alphabet[last ^ 1]
    expect(Buffer.from(counterpart, 'base64url')).toEqual(Buffer.from(signature, 'base64url'))
    const changed = certificate.replace(signature, counterpart)
    expect(await openStatement(changed, keys.pub)).toMatchObject({
      problem: expect.stringMatching(/written otherwise/),
    })
  })

  test('is nothing else that was signed with the same key', async () => {
    const { FlattenedSign, importPKCS8 } = await import('jose')
    const other = await new FlattenedSign(Buffer.from(JSON.stringify(payload)))
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
      .sign(await importPKCS8(keys.own, 'EdDSA'))
    expect(await openStatement(JSON.stringify(other), keys.pub)).toHaveProperty('problem')
  })

  test.each(['', '{}', 'null', '[1]', '{"payload":1,"protected":"","signature":""}'])(
    'is not %j',
    async (text) => {
      expect(await openStatement(text, keys.pub)).toHaveProperty('problem')
    },
  )

  test('is in force from its beginning to its end', () => {
    const day = 86_400_000
    const problem = (now: number) => checkDates(payload, now).problem
    expect([issuedAt, issuedAt + 365 * day].map(problem)).toEqual([undefined, undefined])
    expect(problem(issuedAt - 1)).toMatch(/not come yet/)
    expect(problem(issuedAt + 365 * day + 1)).toMatch(/ended/)
  })
})

describe('held against its run', () => {
  const files: Record<string, string> = { 'results.jsonl': 'the events', 'report.json': 'the report' }
  const read = (all: Record<string, string>) => (name: string) =>
    all[name] === undefined ? undefined : Buffer.from(all[name])
  const problems = (found: readonly { name: string; problem?: string }[]) =>
    found.filter(({ problem }) => problem !== undefined).map(({ name }) => name)

  test('everything fits', () => {
    expect(problems(checkFiles(payload, read(files)))).toEqual([])
    expect(problems(checkRecord(payload, record))).toEqual([])
  })

  test('a file that is another, or is gone, is named', () => {
    expect(problems(checkFiles(payload, read({ ...files, 'report.json': 'The report' })))).toEqual([
      'report.json',
    ])
    expect(problems(checkFiles(payload, read({ 'report.json': 'the report' })))).toEqual(['results.jsonl'])
  })

  test.each<[keyof CertificatePayload, unknown, string]>([
    ['summary', { ...payload.summary, passed: 3 }, 'summary'],
    ['target', { ...payload.target, name: 'other' }, 'target'],
    ['seed', 8, 'seed'],
    ['kind', 'client', 'side'],
    ['startedAt', '2026-01-02T00:00:00.000Z', 'dates'],
    ['specification', { ...payload.specification, requirements: sha256('') }, 'specification'],
    ['suite', { ...payload.suite, version: '9' }, 'suite'],
  ])('a certificate that says something else about %s is found out', (field, value, name) => {
    expect(problems(checkRecord({ ...payload, [field]: value }, record))).toEqual([name])
  })
})

describe('a run gets none', () => {
  test.each<[string, object, RegExp]>([
    ['when something was left out', { filtered: true }, /left something out/],
    ['when failures were borne', { known: ['one'] }, /waived/],
    ['when it was judged anew', { recordedBy: '0.0.1' }, /judges the recording/],
  ])('%s', (_, change, reason) => {
    expect(refusals(makeReport(recordOf(change)), [])).toEqual([expect.stringMatching(reason)])
  })

  test('when something failed, or it did not come to its end', () => {
    const bad = reportOf({
      requirements,
      checks: [check('one', 'must', failed({ expected: 'a', observed: 'b' }))],
    })
    expect(refusals(bad, [])).toEqual([expect.stringMatching(/non-conformant/)])
    expect(refusals(reportOf({ requirements, checks, end: null }), [])).toEqual([
      expect.stringMatching(/incomplete/),
    ])
  })

  test('when what must be exercised was not, or is not even known to it', () => {
    const some = reportOf({
      requirements,
      checks: [checks[0] as (typeof checks)[0], check('two', 'must', cannotTell('no', 'k'))],
    })
    expect(refusals(some, ['one', 'two', 'three'])).toEqual([
      expect.stringMatching(/^2 requirements .*: two, three$/),
    ])
    expect(refusals(some, ['one'])).toEqual([])
  })
})

test('what may be left unshown for want of a key is, and stands on the certificate', () => {
  const some = reportOf({
    requirements,
    checks: [checks[0] as (typeof checks)[0], check('two', 'must', cannotTell('no clock', 'k'))],
  })
  const allowed = [{ requirement: 'two', key: 'k', reason: 'on real time' }]
  expect(refusals(some, ['one', 'two'], allowed)).toEqual([])
  expect(
    refusals(some, ['one', 'two'], [{ ...allowed[0], key: 'other' } as (typeof allowed)[0]]),
  ).toHaveLength(1)
  const page = certificatePage({ ...payload, notShown: [{ requirement: 'two', reason: 'on real time' }] }, '')
  expect(page).toContain('two: on real time')
})

test('the printable page holds hostile names as text, and is the same for the same certificate', () => {
  const page = certificatePage({ ...payload, target: { ...payload.target, name: hostile } }, certificate)
  expect(page).toBe(
    certificatePage({ ...payload, target: { ...payload.target, name: hostile } }, certificate),
  )
  expect(page).not.toContain(hostile)
  expect(page).toContain('&lt;&amp;]]&gt;')
  expect(page.match(/<(\w+)/g)).not.toContain('<script')
})

describe('the folders of a run', () => {
  const [same, changed] = [Buffer.from('a'), Buffer.from('b')]
  const forged = { 'a-result.json': same, 'b-result.json': changed }
  const checked = (files: Readonly<Record<string, Uint8Array>> | undefined) =>
    checkFolders(payload, () => files).map(({ name, problem }) => [name, problem === undefined])

  test('fit with the files that were there, and with no file that was added, changed or taken away', () => {
    expect(checked({ 'a-result.json': same })).toEqual([['allure-results/', true]])
    for (const files of [forged, { 'a-result.json': changed }, {}, { 'b-result.json': same }])
      expect(checked(files)).toEqual([['allure-results/', false]])
  })

  test('need not be handed on', () => {
    expect(checked(undefined)).toEqual([])
  })
})

test('a certificate says how many cases were generated where somebody chose their number', () => {
  const few = recordOf({ cases: 1 })
  const of = (one: RunRecord) =>
    certificatePayload(one, makeReport(one), { issuedAt, validDays: 1, results: '', files: {}, folders: {} })
  expect([of(few).cases, of(record).cases]).toEqual([1, undefined])
  expect(certificatePage(of(few), '')).toContain('1 of each property, chosen by whoever ran it')
  const mismatches = checkRecord(of(few), record).filter(({ problem }) => problem !== undefined)
  expect(mismatches.map(({ name }) => name)).toContain('generated cases')
})

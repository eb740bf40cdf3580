import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeIo } from '../cli/fake-io.ts'
import { main } from '../cli/main.ts'
import { testFolder } from '../conformance/testing.ts'
import { fake, json } from '../targets/transport/testing/fake-server.ts'

/** Cleans up after a killed run that held rating and registered an account, on a platform that answers with a status each. */
async function cleaned(rating: number, account: number) {
  const { origin } = await fake(({ url }, response) =>
    url === '/rating' ? json(response, rating, {}) : json(response, account, { error: 'it is pending' }),
  )
  const folder = testFolder()
  const profile = join(folder, 'profile.json')
  const credentials = { client_id: 'a', client_secret: 'b1', integration_key: 'c' }
  const operator = {
    release_rating: { http: { url: `${origin}/rating` } },
    disable_partner: { http: { url: `${origin}/{partner_id}` } },
  }
  writeFileSync(
    profile,
    JSON.stringify({ base_url: origin, auth_url: `${origin}/token`, credentials, operator }),
  )
  writeFileSync(join(folder, 'results.jsonl'), '')
  const journal = join(folder, 'undo.jsonl')
  writeFileSync(
    journal,
    [
      { action: 'release_rating', given: {} },
      { action: 'disable_partner', given: { partner_id: 'p-1' } },
    ]
      .map((made) => JSON.stringify({ made }))
      .join('\n'),
  )
  const clean = async () => {
    const io = fakeIo()
    const code = await main(['doctor', '--target', profile, '--clean', folder], io)
    return { code, lines: io.printed.out.trimEnd().split('\n') }
  }
  return { clean, folder, journal }
}

test('a cleaning ends with how much was undone, and with nothing to do the next time', async () => {
  const { clean, folder, journal } = await cleaned(200, 200)
  const { code, lines } = await clean()
  expect(code).toBe(0)
  expect(lines.at(-1)).toBe(`2 undone; nothing remains of what the run in ${folder} left`)
  expect(existsSync(journal)).toBe(false)
  expect((await clean()).lines).toEqual([`the run in ${folder} left nothing that has to be undone`])
})

test('what could not be undone is shown with the answer of the target, and stays in the journal', async () => {
  const { clean, folder, journal } = await cleaned(200, 409)
  const { code, lines } = await clean()
  expect(code).toBe(3)
  expect(lines).toContain('ok    release_rating ')
  expect(lines.join('\n')).toMatch(
    /FAIL {2}disable_partner p-1: status 409: \{"error":"it is pending"\}; deny_/,
  )
  expect(lines.at(-1)).toBe(
    `1 undone; 1 of what the run in ${folder} left could not be undone: undo it by hand, then delete ${journal}`,
  )
  expect(existsSync(journal)).toBe(true)
})

test('a cleaning without the profile of the run names it, and one without a folder says what is missing', async () => {
  const { folder } = await cleaned(200, 200)
  const started = { type: 'run-started', command: ['npx', 'quote-conformance', 'run', '--target', 'p.yaml'] }
  writeFileSync(join(folder, 'results.jsonl'), `${JSON.stringify(started)}\n`)
  const refusal = async (...words: readonly string[]) => {
    const io = fakeIo()
    expect(await main(['doctor', ...words], io)).toBe(2)
    return io.printed.err
  }
  expect(await refusal('--clean', folder)).toContain('it should come with --target p.yaml')
  expect(await refusal('--clean', '--target', 'p.yaml')).toMatch(
    /--clean <dir>.*'--target' is invalid\. It should be the folder of a run/,
  )
})

/** Checks a receiver whose effects are answered with a text. */
async function checked(effects: string) {
  const { origin } = await fake((_, response) => response.end(effects))
  const folder = testFolder()
  const profile = join(folder, 'receiver.json')
  const receiver = { url: origin, effects: `${origin}/effects`, signing_secret: 'b1' }
  writeFileSync(profile, JSON.stringify({ receiver }))
  const io = fakeIo()
  const code = await main(['doctor', '--target', profile], io)
  return { code, profile, lines: io.printed.out.trimEnd().split('\n') }
}

test('doctor and a dry run count alike how much the profile lets be judged', async () => {
  const { lines, profile } = await checked('[]')
  const io = fakeIo()
  await main(['certify', 'receiver', '--dry-run', '--quiet', '--target', profile], io)
  const [figure] = lines.filter((line) => line.startsWith('the profile lets '))
  expect(figure).toMatch(/^the profile lets \d+ of \d+ requirements in force be judged/)
  expect(io.printed.out.split('\n')).toContain(figure)
})

test('the last line says whether the target can be judged, after the list of what is missing', async () => {
  const well = await checked('[]')
  expect([well.code, well.lines.at(-1)]).toEqual([0, 'ready: the target can be judged'])
  const ill = await checked('no list')
  expect(ill.code).toBe(3)
  const keys = ill.lines.filter((line) => /^ +[\d.]+ {2}(?:receiver|timing)\.\w+ /.test(line))
  expect(ill.lines.indexOf(keys.at(-1) ?? '')).toBeGreaterThan(ill.lines.length - 6)
  expect(ill.lines.at(-1)).toMatch(/^not ready: effects failed: its effects /)
})

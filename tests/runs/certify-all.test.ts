import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../cli/command.ts'
import { whole } from '../cli/whole.ts'
import { SECRETS, serveReceiver } from '../receiver/fake.ts'

test('every profile of a folder is judged in a process of its own, with one summary', async () => {
  const folder = temporaryFolder()
  const [partners, out] = [join(folder, 'partners'), join(folder, 'out')]
  mkdirSync(partners)
  for (const [name, verifies] of [
    ['right', true],
    ['wrong', false],
  ] as const) {
    const fake = await serveReceiver(verifies ? {} : { verifies: () => true })
    onTestFinished(() => fake.close())
    const receiver = { url: fake.url, signing_secret: SECRETS.own }
    writeFileSync(join(partners, `${name}.json`), JSON.stringify({ receiver }))
  }
  writeFileSync(join(partners, 'broken.yaml'), 'receiver: { url: 5 }\n')
  writeFileSync(join(partners, 'typo.yaml'), 'reciever: { url: 5 }\n')
  writeFileSync(join(partners, 'platform.yaml'), 'base_url: http://127.0.0.1:1/api\n')
  const words = ['--only', 'receiver-refuses-wrong-signature', '--seed', '7', '--jobs', '2']
  const { code, out: printed } = await whole(['certify', 'all', partners, '--out', out, ...words])
  expect(printed).toContain('0 of 4 conformant, 1 conformant in a part, 1 left out')
  for (const line of [
    'right: begins',
    'right: conformant in a part: 1 requirement passed',
    'wrong: non-conformant: ',
  ])
    expect(printed).toContain(`\n${line}`)
  expect(code).toBe(1)
  const { profiles, leftOut } = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) as {
    readonly profiles: readonly { readonly name: string; readonly code: number; readonly verdict?: string }[]
    readonly leftOut: readonly { readonly file: string }[]
  }
  expect(profiles.map(({ name, code, verdict }) => [name, code, verdict])).toEqual([
    ['broken', 2, undefined],
    ['right', 0, 'conformant'],
    ['typo', 2, undefined],
    ['wrong', 1, 'non-conformant'],
  ])
  expect(leftOut.map(({ file }) => file)).toEqual([join(partners, 'platform.yaml')])
  expect(readFileSync(join(out, 'junit.xml'), 'utf8')).toContain(
    'tests="5" failures="1" errors="2" skipped="1"',
  )
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('<a href="right/report.html">right</a>')

  // Each profile takes a process, so that from here on there are only those that show something.
  const [first, few] = [['--scenario', 'deliveries/first'], join(folder, 'few')]
  for (const name of ['right.json', 'typo.yaml']) cpSync(join(partners, name), join(few, name))
  const dry = await whole(['certify', 'all', few, '--dry-run', ...first])
  expect(dry.out).toContain('right: 1 scenario would run')
  expect(dry.code).toBe(3)

  for (const name of ['broken.yaml', 'typo.yaml']) rmSync(join(partners, name))
  const again = await whole(['certify', 'all', partners, '--out', out, ...words, '--failed-only'])
  expect(again.out).toContain('\nwrong: begins')
  expect(again.out).not.toContain('right: begins')
  expect(again.out).toMatch(/^right: not judged again, the result is of 20\S+Z$/m)
  expect([again.code, again.out.includes('1 conformant in a part')]).toEqual([1, true])

  expect(printed).toContain('; first: receiver-refuses-wrong-signature: expected ')
  expect(printed).toContain(
    '; no certificate: only a part was judged: --only receiver-refuses-wrong-signature',
  )
  // The result of a part does not stand for the whole.
  rmSync(join(partners, 'wrong.json'))
  const other = [...first, '--jobs', '2', '--failed-only']
  expect((await whole(['certify', 'all', partners, '--out', out, ...other])).out).toMatch(/^right: begins/m)
  const unsigned = await whole([
    'certify',
    'all',
    partners,
    '--out',
    out,
    '--sign-with',
    join(folder, 'no-key'),
  ])
  expect([unsigned.code, unsigned.err]).toEqual([2, expect.stringContaining('--sign-with ')])
})

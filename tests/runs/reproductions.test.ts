import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { mutants } from '../../targets/sandbox/mutants/index.ts'
import { readReport, temporaryFolder } from '../cli/command.ts'
import { startHere } from '../cli/here.ts'
import { whole } from '../cli/whole.ts'
import { openBench } from '../judge.ts'
import { environmentOf, type Profile, runFile, secretsOf, trialsOf } from '../reproductions/trial.ts'

/** Serves a sandbox until the end of the test; returns its profile. */
async function served(...words: readonly string[]): Promise<{ file: string; profile: Profile }> {
  const folder = temporaryFolder()
  const sandbox = startHere('sandbox', '--port', '0', '--control-port', '0', '--out', folder, ...words)
  await sandbox.shows(/Ctrl-C/)
  const file = join(folder, 'profile.yaml')
  return { file, profile: parse(readFileSync(file, 'utf8')) }
}

test('a script beside a failure shows it by itself, and does not where it is mended', async () => {
  const broken = await served('--mutant', 'bind-in-issued-accepted')
  const out = join(temporaryFolder(), 'run')
  const { out: reported } = await whole(['--target', broken.file, '--only', 'bind-in-issued', '--out', out])
  const name = 'reproductions/bind-in-issued.sh'
  expect(reported).toContain(`reproduce sh ${join(out, name)}\n`)
  expect(readReport(out).requirements.find(({ id }) => id === 'bind-in-issued')).toMatchObject({
    reproduction: name,
  })
  const file = join(out, name)
  const script = readFileSync(file, 'utf8')
  const secrets = Object.values(secretsOf(broken.profile)).filter((value) => value !== '')
  expect(secrets.filter((secret) => script.includes(secret))).toEqual([])

  const unset = await runFile(file, {})
  expect(unset).toMatchObject({ code: 2, out: expect.stringMatching(/^set QUOTE_CLIENT_ID\n/) })
  // The addresses of the run are the defaults.
  const again = await runFile(file, secretsOf(broken.profile), 'bash')
  expect(again).toMatchObject({ code: 1, out: expect.stringContaining('the breach shows') })
  const mended = await served()
  const right = await runFile(file, environmentOf(mended.profile))
  expect(right).toMatchObject({ code: 0, out: expect.stringContaining('the breach does not show') })
})

test('a conformant run leaves no scripts', async () => {
  const out = join(temporaryFolder(), 'run')
  await whole(['--scenario', 'bind/ready-quote', '--out', out])
  expect(existsSync(join(out, 'reproductions'))).toBe(false)
})

// `npm run test:proofs` tests the whole table.
test.each(['bind-open-to-everybody', 'token-for-an-inactive-client'])(
  'the script of %s shows it on another platform with that defect, and on no right one',
  async (id) => {
    const mutant = mutants.find((one) => one.id === id)
    if (mutant === undefined) throw new Error(`there is no mutant ${id}`)
    for (const trial of await trialsOf(await openBench(), mutant))
      expect(trial).toMatchObject({ broken: { code: 1 }, right: { code: 0 } })
  },
)

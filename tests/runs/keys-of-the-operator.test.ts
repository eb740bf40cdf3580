import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { temporaryFolder } from '../cli/command.ts'
import { whole } from '../cli/whole.ts'
import { SECRETS, serveReceiver } from '../receiver/fake.ts'

const KEY = 'the-key-of-the-operator'
const NAMED = 'a-variable-of-the-partner'
const env = { CERTIFICATE_KEY: KEY, PARTNER_SETTING: NAMED }

/** Prints its environment, and every file in its own folder, in those of the suite and in all folders above them. */
const SPY = `
import { appendFileSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
const say = (text) => appendFileSync(process.argv[2], text + '\\n')
say(JSON.stringify(process.env))
for (const start of [process.cwd(), process.env.QUOTE_WORKDIR, process.env.QUOTE_SUBMISSION, process.env.TMPDIR].filter(Boolean))
  for (let folder = start; ; folder = dirname(folder)) {
    try {
      for (const name of readdirSync(folder)) {
        const file = join(folder, name)
        if (file !== process.argv[2] && statSync(file).isFile() && statSync(file).size < 1e6) say(file + ': ' + readFileSync(file))
      }
    } catch {}
    if (folder === dirname(folder)) break
  }
`

/** A folder with a key, a folder for the runs and, apart from both, one with the profile and the program of the partner. */
async function place() {
  const folder = temporaryFolder()
  const [partner, key, seen] = [
    join(folder, 'partner'),
    join(folder, 'keys', 'key.pem'),
    join(folder, 'seen'),
  ]
  for (const name of [partner, join(folder, 'keys')]) mkdirSync(name)
  await whole(['keygen', '--out', key])
  writeFileSync(join(partner, 'spy.mjs'), SPY)
  const profile = join(partner, 'profile.yaml')
  return {
    key,
    out: join(folder, 'runs'),
    command: [process.execPath, 'spy.mjs', seen],
    seen: () => (existsSync(seen) ? readFileSync(seen, 'utf8') : ''),
    /** Runs a command with the profile. */
    run(value: object, ...words: readonly string[]) {
      writeFileSync(profile, stringify(value))
      return whole([...words, '--target', profile, '--out', join(folder, 'runs')], { env })
    },
  }
}

/** Everything that the spy saw, after it was certain that it ran. */
function seen({ seen, key }: Awaited<ReturnType<typeof place>>): string {
  const text = seen()
  expect(text).toContain('"PATH"')
  expect(text).toContain('spy.mjs: ')
  expect(text).not.toContain(KEY)
  expect(text).not.toContain(readFileSync(key, 'utf8').split('\n')[1])
  return text
}

describe("a program of a partner sees no key of the operator, and of the operator's variables those that are named", () => {
  test('as a client', async () => {
    const at = await place()
    await at.run({ client: { command: at.command } }, 'certify', 'client', '--quiet')
    expect(seen(at)).toContain('QUOTE_CLIENT_SECRET')
    expect(at.seen()).not.toContain(NAMED)
    await at.run(
      { client: { command: at.command, env: ['PARTNER_SETTING'] } },
      'certify',
      'client',
      '--quiet',
    )
    expect(seen(at)).toContain(NAMED)
  })

  test('as the command that starts a receiver again', async () => {
    const fake = await serveReceiver({})
    onTestFinished(() => fake.close())
    const at = await place()
    const receiver = {
      url: fake.url,
      effects: fake.effects,
      signing_secret: SECRETS.own,
      restart: at.command,
    }
    const words = ['certify', 'receiver', '--quiet', '--scenario', 'repeats/restart']
    await at.run({ receiver }, ...words)
    expect(seen(at)).not.toContain(NAMED)
    await at.run({ receiver: { ...receiver, env: ['PARTNER_SETTING'] } }, ...words)
    expect(seen(at)).toContain(NAMED)
  })
})

describe('a key does not lie beside a program of a partner', () => {
  const refused = { code: 2, err: expect.stringMatching(/--sign-with cannot come with .*sign DIR --key KEY/) }

  test('that is a client', async () => {
    const at = await place()
    const client = { command: at.command }
    expect(await at.run({ client }, 'certify', 'client', '--sign-with', at.key)).toMatchObject(refused)
    expect(at.seen()).toBe('')
  })

  test('that starts a receiver again', async () => {
    const at = await place()
    const receiver = { url: 'http://127.0.0.1:9', signing_secret: 'x', restart: at.command }
    expect(await at.run({ receiver }, 'certify', 'receiver', '--sign-with', at.key)).toMatchObject(refused)
  })

  test('that is one of many', async () => {
    const at = await place()
    const folder = join(at.key, '../../partner')
    writeFileSync(join(folder, 'one.yaml'), stringify({ client: { command: at.command } }))
    const words = ['certify', 'all', folder, '--out', at.out, '--sign-with', at.key]
    expect(await whole(words)).toMatchObject(refused)
    expect(at.seen()).toBe('')
  })
})

test('an unset variable that a profile names is a mistake of the profile', async () => {
  const at = await place()
  const client = { command: at.command, env: ['NOT_SET_ANYWHERE'] }
  expect(await at.run({ client }, 'certify', 'client')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/client\.env\.0: the environment variable NOT_SET_ANYWHERE must be set/),
  })
})

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parse } from 'yaml'
import { mergePatch } from '../../conformance/json/merge-patch.ts'
import { isObject } from '../../conformance/json/object.ts'
import { valueAt } from '../../conformance/json/pointer.ts'
import { launcher } from '../cli/command.ts'
import { listening, type Program, startProgram } from './programs.ts'
import type { Case } from './table.ts'

/** The tool with a command line, to be started. */
const tool = (...words: readonly string[]): readonly [string, ...string[]] => [
  process.execPath,
  launcher,
  ...words,
]

/** Values of the placeholders in a case. */
type Names = Readonly<Record<string, string>>

/**
 * Starts the sandbox and the servers of a case in its folder, and writes its profile.
 * @param programs gets each program as soon as it is started, so that it can be ended whatever happens
 * @returns the environment of the command
 */
export async function startSystem(
  { sandbox, start = [], profile, environment = {} }: Case,
  folder: string,
  programs: Program[],
): Promise<Names> {
  const port = await freePort()
  const own = {
    ...environment,
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    PORT: String(port),
  }
  const started = (words: readonly [string, ...string[]]) => {
    const program = startProgram(words, { cwd: folder, environment: own })
    programs.push(program)
    return program
  }
  let names: Names = { port: own.PORT, folder }
  if (sandbox) {
    const words = ['sandbox', '--clock', 'virtual', '--port', '0', '--quiet', '--out', folder]
    const known = await profileOf(join(folder, 'profile.yaml'), started(tool(...words)))
    names = { ...names, ...known.names }
    writeFileSync(
      join(folder, 'profile.json'),
      JSON.stringify(mergePatch(known.profile, filled(profile, names))),
    )
  }
  for (const words of start) {
    const [name, ...more] = words.map((word) => filledText(word, names)) as [string, ...string[]]
    await listening(port, started([name, ...more]))
  }
  return own
}

/** Reads the profile that the sandbox writes when it is ready. */
async function profileOf(file: string, sandbox: Program) {
  while (!existsSync(file) || !/Ctrl-C/.test(sandbox.said())) {
    if (!sandbox.isRunning()) throw new Error(`the sandbox ended: ${sandbox.said()}`)
    await setTimeout(50)
  }
  const profile: unknown = parse(readFileSync(file, 'utf8'))
  const register = '/operator/register_endpoint/http'
  const text = (pointer: string) => String(valueAt(profile, pointer))
  const names = {
    origin: new URL(text('/base_url')).origin,
    control: new URL(text(`${register}/url`)).origin,
    control_secret: text(`${register}/headers/x-control-secret`),
  }
  return { profile, names }
}

/** Fills in placeholders that have a value, and leaves those of operator actions. */
const filledText = (text: string, names: Names): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole)

function filled(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return filledText(value, names)
  if (Array.isArray(value)) return value.map((one) => filled(one, names))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, names)]))
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

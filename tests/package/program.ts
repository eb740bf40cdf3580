import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { inject, onTestFinished } from 'vitest'

const { project, offline } = inject('installed')

/** The empty project in which the package is installed. */
export const PROJECT = project
export const PACKAGE = join(project, 'node_modules/quote-conformance')

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** The environment of a program with the given Node, without a network. */
const environment = (node: string): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${dirname(node)}:${process.env.PATH}`,
  NODE_OPTIONS: `--import=${offline}`,
  npm_config_offline: 'true',
  npm_lifecycle_event: '',
  VITEST: '',
  NO_COLOR: '1',
})

/** Runs a program in the project to its end. */
export function ended(
  node: string,
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const [program = '', ...rest] = words
  return new Promise((done) => {
    const options = { cwd: project, env: { ...environment(node), ...more }, maxBuffer: 2 ** 26 }
    const child = execFile(program, rest, options, (_, out, err) => done({ code: child.exitCode, out, err }))
  })
}

/** Runs a command line of the installed package. */
export const command = (
  node: string,
  words: readonly string[],
  more?: Readonly<Record<string, string>>,
): Promise<Ended> => ended(node, [node, join(PACKAGE, 'cli/quote-conformance.js'), ...words], more)

/** Starts a program and waits for a line of its output. It ends with the test. */
export async function started(
  node: string,
  words: readonly string[],
  shows: RegExp,
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly match: RegExpExecArray; readonly child: ChildProcess }> {
  const child = spawn(node, words, {
    cwd: project,
    env: { ...environment(node), ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await closed
  })
  let out = ''
  for await (const chunk of child.stdout) {
    out += String(chunk)
    const match = shows.exec(out)
    if (match !== null) return { match, child }
  }
  throw new Error(`ended without showing ${shows}: ${out}`)
}

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Finished } from './command.ts'

const launcher = fileURLToPath(new URL('../../cli/quote-conformance.js', import.meta.url))

/** Milliseconds that a command may take. A whole run takes minutes on a busy machine. */
const RUN_MS = 340_000

/** Runs a command line to its end. It also works outside of a test. */
export function whole(
  words: readonly string[],
  { env = {}, cwd }: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
): Promise<Finished> {
  return new Promise((resolve) => {
    const options = {
      ...{ env: { ...process.env, ...env }, maxBuffer: 2 ** 26, timeout: RUN_MS },
      ...(cwd === undefined ? {} : { cwd }),
    }
    const child = execFile(process.execPath, [launcher, ...words], options, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    )
  })
}

import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { whole } from './cli/whole.ts'
import { comparable } from './comparable.ts'
import { keptFolder } from './kept-folder.ts'

/** Judged by scenarios of seven rooms, of which one generates cases. */
const only = [
  ...['bind-in-issued', 'status-malformed-id', 'token-*'],
  ...['signing-secret-per-endpoint', 'observe-token-extra-fields'],
]

/** Runs the vitest front with a command of its own. */
export const front = (folder: string, ...words: string[]) =>
  promisify(execFile)(
    process.execPath,
    [resolve('node_modules/vitest/vitest.mjs'), 'run', '--config', 'vitest/vitest.config.ts', ...words],
    { env: { ...process.env, VITEST: '', QUOTE_OUT: folder, QUOTE_SEED: '5', QUOTE_ONLY: only.join(',') } },
  )

/** Judges with the command line what the front judges. */
export async function judged(): Promise<unknown> {
  const folder = keptFolder()
  await whole(['--out', folder, ...only.flatMap((pattern) => ['--only', pattern]), '--seed', '5', '--quiet'])
  return comparable(folder)
}

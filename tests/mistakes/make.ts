import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
import { mergePatch } from '../../conformance/json/merge-patch.ts'
import { whole } from '../cli/whole.ts'
import { meet } from './servers.ts'
import { type Mistake, table } from './table.ts'

/** The result of a command. */
export interface Made {
  readonly command: string
  readonly exit: number | null
  /** Every printed line, with host and port replaced by `{host}` and an id by `{uuid}`. */
  readonly lines: readonly string[]
}

/** Makes a mistake through the command line, in a folder of its own. */
export async function made({ server, profile = {}, files = {}, lines }: Mistake): Promise<readonly Made[]> {
  const met = server === undefined ? undefined : await meet(server)
  const folder = mkdtempSync(join(tmpdir(), 'mistake-'))
  const host = met?.host ?? '127.0.0.1:9'
  const filled = (text: string) => text.replaceAll('{host}', host)
  const all: Readonly<Record<string, string>> = {
    'profile.yaml': stringify(mergePatch(table.profile, profile)),
    ...(met?.caPem === undefined ? {} : { 'ca.pem': met.caPem }),
    ...files,
  }
  try {
    for (const [name, text] of Object.entries(all)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), filled(text))
    }
    return await Promise.all(
      lines.map(async ({ command }) => {
        const { code, out, err } = await whole(command.split(' '), { cwd: folder, env: ENV })
        const printed = `${out}${err}`.replaceAll(host, '{host}').replaceAll(UUID, '{uuid}')
        return { command, exit: code, lines: printed.split('\n') }
      }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await met?.close()
  }
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The environment of a user at a terminal, independent of that of the tests. */
const ENV = { GITHUB_STEP_SUMMARY: '', SECRET: 's3cr3t-of-the-client' }

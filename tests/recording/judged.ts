import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type JudgeCommandOptions, judgeCommand } from '../../cli/commands/judge.ts'
import { fail } from '../../cli/failure.ts'
import { fakeIo } from '../../cli/fake-io.ts'
import { keptFolder } from '../kept-folder.ts'

let files = 0

/** Writes a file of its own, and returns its name. */
export function written(text: string | Uint8Array, name = 'session.har'): string {
  files += 1
  const file = join(keptFolder(), `${files}-${name}`)
  writeFileSync(file, text)
  return file
}

export interface Judged {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Judges recordings as the command line does. */
export async function judged(
  names: readonly string[],
  options: Partial<JudgeCommandOptions> = {},
): Promise<Judged> {
  const io = fakeIo()
  const suite = { name: 'quote-conformance', version: '0' }
  const code = await judgeCommand(names, { suite, ...options }, io).catch((error: unknown) => fail(error, io))
  return { code, ...io.printed }
}

/** The outcomes of all statements that were judged, by id. */
export async function outcomes(
  names: readonly string[],
  options: Partial<JudgeCommandOptions> = {},
): Promise<ReadonlyMap<string, string>> {
  const { out } = await judged(names, { ...options, json: true })
  const lines = out.trim().split('\n').slice(0, -1)
  return new Map(
    lines.flatMap((line) => {
      const { id, verdict } = JSON.parse(line) as { id: string; verdict: string }
      return verdict === 'not-exercised' ? [] : [[id, verdict] as const]
    }),
  )
}

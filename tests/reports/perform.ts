import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messageOf } from '../../conformance/errors.ts'
import type { Report } from '../../reporters/index.ts'
import { whole } from '../cli/whole.ts'
import type { Program } from './programs.ts'
import { startSystem } from './systems.ts'
import { type Accepted, type Case, FOLDER } from './table.ts'

/** Minutes that a case may take where its row says nothing. */
const MINUTES = 12

/** The result of a case. */
export interface Performed {
  readonly ok: boolean
  /** Undefined where the tool did not run to its end. */
  readonly exit?: number | null
  /** The line that decides, or what went wrong. */
  readonly line: string
  /** For each right verdict, the parts that are missing. */
  readonly missing: readonly string[]
}

interface Said {
  readonly exit: number | null
  readonly text: string
  readonly report?: Report
}

/**
 * Performs a case in a copy of its folder: starts its servers, runs the tool, ends what it started, and compares.
 * A server that cannot be started is a case that is not right.
 * @param programs holds what is running, for those who have to end early
 */
export async function perform(row: Case, programs: Program[] = []): Promise<Performed> {
  const folder = mkdtempSync(join(tmpdir(), `${row.id}-`))
  const source = new URL(`${row.folder ?? row.id}/`, FOLDER)
  try {
    cpSync(fileURLToPath(source), folder, { recursive: true })
    edit(row, folder)
    const environment = await startSystem(row, folder, programs)
    const ms = (row.minutes ?? MINUTES) * 60_000
    const { code, out, err } = await whole(row.command, { cwd: folder, env: environment, ms })
    return compared(row, { exit: code, text: `${out}${err}`, ...reportIn(join(folder, 'out')) })
  } catch (error) {
    return wrong(messageOf(error))
  } finally {
    await Promise.all(programs.splice(0).map((one) => one.end()))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Changes texts of the files. Throws where one is not there: the row would then try something else. */
function edit({ edit: edits = {} }: Case, folder: string): void {
  for (const [name, changes] of Object.entries(edits)) {
    const file = join(folder, name)
    const edited = changes.reduce(
      (text, [from, to]) => {
        if (!text.includes(from)) throw new RangeError(`${name} has no ${from}`)
        return text.replaceAll(from, () => to)
      },
      readFileSync(file, 'utf8'),
    )
    writeFileSync(file, edited)
  }
}

const wrong = (line: string): Performed => ({ ok: false, line, missing: [line] })

function reportIn(folder: string): Pick<Said, 'report'> {
  const file = join(folder, 'report.json')
  return existsSync(file) ? { report: JSON.parse(readFileSync(file, 'utf8')) as Report } : {}
}

function compared({ accept }: Case, said: Said): Performed {
  const missing = accept.map((one) => missingFrom(one, said))
  const ok = missing.some((one) => one.length === 0)
  const lines = said.text.split('\n').map((one) => one.trim())
  const words = accept.filter((one) => missingFrom(one, said).length === 0).flatMap((one) => one.says ?? [])
  const failed = said.report?.requirements.filter(({ verdict }) => verdict === 'failed') ?? []
  const line =
    lines.find((one) => words.some((word) => new RegExp(word, 'i').test(one))) ??
    (failed.length > 0 ? `failed: ${failed.map(({ id }) => id).join(', ')}` : undefined) ??
    lines.filter((one) => one !== '').at(-1) ??
    'nothing'
  return { ok, exit: said.exit, line, missing: ok ? [] : missing.map((one) => one.join(', ')) }
}

/** The parts of a right verdict that are missing. */
function missingFrom(accepted: Accepted, { exit, text, report }: Said): readonly string[] {
  const verdicts = new Map(report?.requirements.map(({ id, verdict }) => [id, verdict]))
  const judged = [...verdicts.values()].filter((one) => one !== 'not-exercised').length
  return [
    ...(accepted.exit === undefined || accepted.exit === exit ? [] : [`exit ${accepted.exit}`]),
    ...(accepted.says ?? [])
      .filter((one) => !new RegExp(one, 'i').test(text))
      .map((one) => `the words ${one}`),
    ...(accepted.failed ?? []).filter((id) => verdicts.get(id) !== 'failed').map((id) => `${id} failed`),
    ...(accepted.notFailed ?? [])
      .filter((id) => verdicts.get(id) === 'failed')
      .map((id) => `${id} not failed`),
    ...(accepted.judged === undefined || judged >= accepted.judged
      ? []
      : [`${accepted.judged} requirements judged, not ${judged}`]),
  ]
}

import { once } from '../../../conformance/once.ts'
import { type CheckedFile, checkJunit, checkPact, checkText, readPact } from '../../../pact/index.ts'
import { styleFor } from '../../../reporters/index.ts'
import { specOf } from '../../../sides/version.ts'
import type { Spec } from '../../../spec/index.ts'
import type { Io } from '../../io.ts'
import { writeJunit } from './junit-file.ts'

export interface PactCheckOptions {
  readonly apiVersion?: string
  readonly json?: boolean
  /** File for JUnit XML. */
  readonly junit?: string
}

/** `pact check FILE...`: checks partners' Pact files against the specification. Returns 1 where one of them is wrong. */
export async function pactCheckCommand(
  names: readonly string[],
  { apiVersion, json = false, junit }: PactCheckOptions,
  io: Io,
): Promise<number> {
  const spec = await specOf(apiVersion, '--api-version')
  // All files are read before the first is judged, so that a wrong command line judges nothing.
  const files = names.map(readPact)
  const versions = once(
    (): Promise<readonly Spec[]> => Promise.all(spec.versions.map(({ id }) => specOf(id, '--api-version'))),
  )
  const checked: CheckedFile[] = []
  for (const file of files) checked.push(await checkPact(file, spec, versions))
  if (junit !== undefined) writeJunit(junit, checkJunit(checked, { version: spec.version, now: io.now() }))
  const failed = checked.some(({ interactions }) => interactions.some(({ verdict }) => verdict === 'failed'))
  if (json)
    io.out(
      `${JSON.stringify({ apiVersion: spec.version, verdict: failed ? 'failed' : 'passed', files: checked }, null, 2)}\n`,
    )
  else io.out(checkText(checked, spec.version, styleFor(io.color)))
  return failed ? 1 : 0
}

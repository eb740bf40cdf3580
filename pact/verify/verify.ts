import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { JsonObject } from '../../conformance/json/object.ts'
import { valueAt } from '../../conformance/json/pointer.ts'
import type { CannotTell } from '../../conformance/verdict.ts'
import type { PlatformContext } from '../../suites/platform/index.ts'
import type { Interaction, PactFile } from '../model.ts'
import { readJsonFile } from '../read/file.ts'
import type { Done, Task } from './child.ts'
import { startFront } from './front.ts'
import { mismatchesOf } from './mismatches.ts'
import { ownStates, type StateRecipes } from './states.ts'

/** Verdict on one interaction against a platform. */
export interface VerifiedInteraction {
  readonly description: string
  readonly states: readonly string[]
  /** JSON Pointer to it in the file. */
  readonly at: string
  readonly verdict: 'passed' | 'failed' | 'not-exercised'
  /** Why it was not exercised. */
  readonly reason?: string
  /** The key of the profile, or the option, that would help; absent where the platform itself was in the way. */
  readonly key?: string
  /** The library's findings. */
  readonly mismatches: readonly string[]
}

export interface VerifiedFile {
  readonly file: string
  readonly consumer: string
  readonly provider: string
  readonly interactions: readonly VerifiedInteraction[]
}

/**
 * Verifies Pact files against a platform with the library's verifier, one interaction after another. The verifier starts threads and
 * prints; so it runs in a process of its own.
 * @param partners names of provider states beside the suite's own
 */
export async function verifyPacts(
  files: readonly PactFile[],
  context: PlatformContext,
  partners: StateRecipes,
): Promise<readonly VerifiedFile[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pact-verify-'))
  const front = await startFront(context, new Map([...ownStates(), ...partners]))
  const child = startVerifier()
  try {
    const verified: VerifiedFile[] = []
    for (const file of files) {
      const json = readJsonFile(file.name)
      const interactions: VerifiedInteraction[] = []
      for (const interaction of file.interactions) {
        const single = join(folder, 'interaction.json')
        writeFileSync(single, JSON.stringify(alone(json, interaction)))
        front.begin(interaction)
        const done = await perform(child, {
          file: single,
          provider: file.provider,
          description: interaction.description,
          states: interaction.states.map(({ name }) => name),
          url: front.url,
        })
        interactions.push(verdictOf(interaction, done, await front.end()))
      }
      verified.push({ file: file.name, consumer: file.consumer, provider: file.provider, interactions })
    }
    return verified
  } finally {
    child.kill()
    await front.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The file with one interaction only. */
function alone(json: JsonObject, { at }: Interaction): JsonObject {
  const key = at.split('/')[1] ?? ''
  const { interactions: _, messages: __, ...rest } = json
  return { ...rest, [key]: [valueAt(json, at)] }
}

function startVerifier(): ChildProcess {
  const file = join(import.meta.dirname, `child${extname(import.meta.filename)}`)
  // No proxy of the environment may come between the verifier and the front.
  return fork(file, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env: {} })
}

function perform(child: ChildProcess, task: Task): Promise<Done> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error("the library's verifier ended unexpectedly"))
    child.once('exit', ended)
    child.once('message', (done: Done) => {
      child.off('exit', ended)
      resolve(done)
    })
    child.send(task)
  })
}

function verdictOf(
  { description, states, at }: Interaction,
  { ok, text }: Done,
  obstacle: CannotTell | undefined,
): VerifiedInteraction {
  const told = { description, states: states.map(({ name }) => name), at }
  if (obstacle !== undefined)
    return {
      ...told,
      verdict: 'not-exercised',
      reason: obstacle.message,
      ...(obstacle.key !== undefined && { key: obstacle.key }),
      mismatches: [],
    }
  return ok
    ? { ...told, verdict: 'passed', mismatches: [] }
    : { ...told, verdict: 'failed', mismatches: mismatchesOf(text) }
}

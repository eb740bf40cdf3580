import { dirname, resolve } from 'node:path'
import type { Environment } from '../../conformance/environment.ts'
import { shapeMistakes } from './checking.ts'
import { readDocument } from './document.ts'
import { milliseconds } from './duration.ts'
import { NamedFiles } from './files.ts'
import { readProfileFile } from './load.ts'
import { refuse } from './problem.ts'
import { type ProgramEnvironment, programEnvironment, unsetIn } from './program-environment.ts'
import { receiverShape, type WrittenReceiver } from './shapes/receiver.ts'

/** A receiver profile, checked and with all its references resolved. Holds secrets: it never goes into a report. */
export interface ReceiverProfile {
  readonly name: string
  readonly environment: 'sandbox' | 'production'
  readonly apiVersion?: string
  readonly url: string
  readonly secrets: { readonly own: string; readonly previous?: string; readonly revoked?: string }
  readonly partnerId?: string
  readonly brokerageId?: string
  /** The address at which the processed events can be read. */
  readonly effects?: string
  /** A program that starts the receiver again, and its arguments; run in the profile's folder. */
  readonly restart?: readonly string[]
  /** The environment of that program. */
  readonly programEnv: ProgramEnvironment
  /** How long effects may take to show, in milliseconds. */
  readonly effectsMs: number
  /** How long after its first delivery an event comes again, in milliseconds; absent: as long as the run lasts anyway. */
  readonly repeatsMs?: number
  /** PEM text. */
  readonly ca?: string
  /** The folder from which relative names and commands start. */
  readonly folder: string
}

/**
 * Loads a receiver profile, YAML or JSON.
 *
 * @param file name of the profile, relative to the current folder or absolute
 * @param env the values of `${NAME}`
 * @throws ConformanceError PROFILE_INVALID: one line that names every mistake: position, key and what it must be, without any value
 */
export async function loadReceiverProfile(file: string, env: Environment): Promise<ReceiverProfile> {
  return parseReceiverProfile(await readProfileFile(file), { file, env })
}

/**
 * Reads a receiver profile from a text. Relative names in it start from the folder of `file`.
 *
 * @throws ConformanceError PROFILE_INVALID
 */
export function parseReceiverProfile(
  text: string,
  { file, env }: { readonly file: string; readonly env: Environment },
): ReceiverProfile {
  const source = readDocument(text, file, env)
  const folder = dirname(resolve(file))
  const files = new NamedFiles(source, folder)
  const ca = files.certificates('/tls/ca')
  const unset = unsetIn(source, '/receiver/env', env)
  refuse(source, shapeMistakes(source, receiverShape), unset, files.mistakes)
  const { name, environment, api_version, receiver, timing } = source.value as WrittenReceiver
  return {
    name: name ?? new URL(receiver.url).host,
    environment,
    ...(api_version !== undefined && { apiVersion: api_version }),
    url: receiver.url,
    secrets: {
      own: receiver.signing_secret,
      ...(receiver.previous_signing_secret !== undefined && { previous: receiver.previous_signing_secret }),
      ...(receiver.revoked_signing_secret !== undefined && { revoked: receiver.revoked_signing_secret }),
    },
    ...(receiver.partner_id !== undefined && { partnerId: receiver.partner_id }),
    ...(receiver.brokerage_id !== undefined && { brokerageId: receiver.brokerage_id }),
    ...(receiver.effects !== undefined && { effects: receiver.effects }),
    ...(receiver.restart !== undefined && { restart: receiver.restart }),
    programEnv: programEnvironment(env, receiver.env),
    effectsMs: milliseconds(timing.effects),
    ...(timing.repeats !== undefined && { repeatsMs: milliseconds(timing.repeats) }),
    ...(ca !== undefined && { ca }),
    folder,
  }
}

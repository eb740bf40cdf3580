import { dirname, resolve } from 'node:path'
import type { Environment } from '../../conformance/environment.ts'
import type { JourneyStep } from '../../conformance/ports/client.ts'
import { shapeMistakes } from './checking.ts'
import { readDocument } from './document.ts'
import { milliseconds } from './duration.ts'
import { readProfileFile } from './load.ts'
import { refuse } from './problem.ts'
import {
  type ProgramEnvironment,
  programEnvironment,
  secretVariables,
  unsetIn,
} from './program-environment.ts'
import { clientShape, type WrittenClientProfile } from './shapes/client.ts'

/** A client profile, checked and with all its references resolved. */
export interface ClientProfile {
  readonly name: string
  readonly environment: 'sandbox' | 'production'
  readonly apiVersion?: string
  /** The program that starts the client, and its arguments; run in the profile's folder. Absent: people start the client. */
  readonly command?: readonly string[]
  /** The environment of that program, without the variables of a session. */
  readonly programEnv: ProgramEnvironment
  /** Secrets that the profile passes to it from the environment. */
  readonly secrets: readonly string[]
  readonly timeoutMs: number
  readonly journey: readonly JourneyStep[]
  /** Host and port that the simulated platform listens on. */
  readonly listen: string
  /** How the client reaches it, without a trailing slash. */
  readonly publicUrl?: string
  /** The folder from which relative names and commands start. */
  readonly folder: string
}

/**
 * Loads a client profile, YAML or JSON.
 *
 * @param file name of the profile, relative to the current folder or absolute
 * @param env the values of `${NAME}`
 * @throws ConformanceError PROFILE_INVALID: one line that names every mistake: position, key and what it must be, without any value
 */
export async function loadClientProfile(file: string, env: Environment): Promise<ClientProfile> {
  return parseClientProfile(await readProfileFile(file), { file, env })
}

/**
 * Reads a client profile from a text. Relative names in it start from the folder of `file`.
 *
 * @throws ConformanceError PROFILE_INVALID
 */
export function parseClientProfile(
  text: string,
  { file, env }: { readonly file: string; readonly env: Environment },
): ClientProfile {
  const source = readDocument(text, file, env)
  refuse(source, shapeMistakes(source, clientShape), unsetIn(source, '/client/env', env))
  const { name, environment, api_version, client } = source.value as WrittenClientProfile
  return {
    name: name ?? 'client',
    environment,
    ...(api_version !== undefined && { apiVersion: api_version }),
    ...(client.command !== undefined && { command: client.command }),
    programEnv: programEnvironment(env, client.env),
    secrets: secretVariables(env, client.env),
    timeoutMs: milliseconds(client.timeout),
    journey: client.journey,
    listen: client.listen,
    ...(client.public_url !== undefined && { publicUrl: client.public_url.replace(/\/+$/, '') }),
    folder: dirname(resolve(file)),
  }
}

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recorder, reproductionsOf } from '../../reporters/index.ts'
import { type EmbeddedOptions, startEmbedded } from '../../targets/sandbox/index.ts'
import { type Mutant, optionsOf } from '../../targets/sandbox/mutants/index.ts'
import type { Bench } from '../judge.ts'
import { runOnSandbox } from '../proof/judged.ts'
import { bringingOf } from '../proof/kills.ts'

/** Exit code and output of a script. */
export interface Ended {
  readonly code: number | null
  readonly out: string
}

/** One requirement that a mutant breaks, and the result of its script. */
export interface Trial {
  readonly mutant: string
  readonly requirement: string
  /** Why there is no script. */
  readonly why?: string
  readonly script?: string
  /** Result on another sandbox with the same mutant. */
  readonly broken?: Ended
  /** Result on a sandbox without the mutant. */
  readonly right?: Ended
}

/**
 * Judges a mutant and runs the scripts of the requirements that it names on two fresh sandboxes, with and without the mutant.
 */
export async function trialsOf(bench: Bench, mutant: Mutant): Promise<readonly Trial[]> {
  const collected = recorder()
  await runOnSandbox(bench, bringingOf(bench, mutant, 'sighted'), collected.add)
  const record = collected.record()
  if (record === undefined) throw new Error(`the run of ${mutant.id} reported nothing`)
  const found = reproductionsOf(record)
  const trials: Trial[] = []
  for (const requirement of mutant.kills) {
    const one = found.get(requirement)
    const trial = { mutant: mutant.id, requirement }
    if (one === undefined) trials.push({ ...trial, why: 'the mutant was not seen' })
    else if ('why' in one) trials.push({ ...trial, why: one.why })
    else {
      const { options = {} } = mutant
      const broken = await runScript(one.script, optionsOf(mutant))
      trials.push({ ...trial, script: one.script, broken, right: await runScript(one.script, options) })
    }
  }
  return trials
}

/** Runs a script against a sandbox of its own, with only the variables that it needs. */
async function runScript(script: string, options: EmbeddedOptions): Promise<Ended> {
  const sandbox = await startEmbedded({ ...options, clock: 'running' })
  const folder = await mkdtemp(join(tmpdir(), 'script-'))
  try {
    const file = join(folder, 'script.sh')
    await writeFile(file, script)
    const ca = join(folder, 'ca.pem')
    if (sandbox.caPem !== undefined) await writeFile(ca, sandbox.caPem)
    return await runFile(file, {
      ...environmentOf(sandbox.profile() as unknown as Profile),
      ...(sandbox.caPem === undefined ? {} : { QUOTE_CA: ca }),
    })
  } finally {
    await rm(folder, { recursive: true })
    await sandbox.close()
  }
}

/** Runs the file of a script in a shell, to its end. */
export function runFile(
  file: string,
  variables: Readonly<Record<string, string>>,
  shell = 'sh',
): Promise<Ended> {
  const env = { PATH: process.env.PATH ?? '', QUOTE_PAUSE: '0.05', ...variables }
  return new Promise((resolve) => {
    const child = execFile(shell, [file], { env, timeout: 300_000 }, (_, out, err) =>
      resolve({ code: child.exitCode, out: out + err }),
    )
  })
}

interface Credentials {
  readonly client_id: string
  readonly client_secret: string
  readonly integration_key?: string
}

/** The parts of a sandbox's profile that scripts need. */
export interface Profile {
  readonly base_url: string
  readonly auth_url: string
  readonly credentials: Credentials & {
    readonly secondary_integration_key: string
    readonly expired_token: string
    readonly other_partner: Credentials
    readonly inactive_client: Credentials
    readonly disabled_partner: Credentials
  }
  readonly operator: {
    readonly hold_rating: {
      readonly http: { readonly url: string; readonly headers: Record<string, string> }
    }
  }
}

/** The variables that scripts need, for one sandbox. */
export const environmentOf = (profile: Profile): Record<string, string> => ({
  QUOTE_BASE_URL: profile.base_url,
  QUOTE_AUTH_URL: profile.auth_url,
  QUOTE_OPERATOR_URL: new URL(profile.operator.hold_rating.http.url).origin,
  ...secretsOf(profile),
})

/** The variables that have no default. */
export function secretsOf({ credentials, operator }: Profile): Record<string, string> {
  const of = (suffix: string, one: Credentials) => ({
    [`QUOTE_CLIENT_ID${suffix}`]: one.client_id,
    [`QUOTE_CLIENT_SECRET${suffix}`]: one.client_secret,
    [`QUOTE_INTEGRATION_KEY${suffix}`]: one.integration_key ?? '',
  })
  return {
    QUOTE_OPERATOR_X_CONTROL_SECRET: operator.hold_rating.http.headers['x-control-secret'] ?? '',
    QUOTE_INTEGRATION_KEY_SECONDARY: credentials.secondary_integration_key,
    QUOTE_ACCESS_TOKEN_EXPIRED: credentials.expired_token,
    ...of('', credentials),
    ...of('_OTHER_PARTNER', credentials.other_partner),
    ...of('_INACTIVE', credentials.inactive_client),
    ...of('_DISABLED_PARTNER', credentials.disabled_partner),
  }
}

import { once } from 'node:events'
import { usageError } from '../../conformance/errors.ts'
import { reasonOf } from '../../conformance/system-error.ts'
import { type SandboxKind, sandboxOf } from '../../sides/platform/sandbox/kind.ts'
import {
  type EmbeddedOptions,
  type EmbeddedSandbox,
  type SandboxData,
  startEmbedded,
  type TrafficEntry,
} from '../../targets/sandbox/index.ts'
import type { Io } from '../io.ts'
import { frontWords } from '../rerun.ts'
import { type SandboxFiles, writeSandboxFiles } from '../sandbox/files.ts'
import { trafficLine } from '../sandbox/log.ts'
import { listenLine, sandboxText } from '../sandbox/text.ts'

export interface SandboxCommandOptions extends SandboxKind {
  readonly port: number
  readonly controlPort: number
  readonly clock: 'running' | 'exact' | 'real' | 'virtual'
  readonly https?: boolean
  readonly seed?: number
  /** The changelog version that the sandbox implements. */
  readonly apiVersion?: string
  /** False: serves no portals. */
  readonly portals?: boolean
  /** Prints no log of requests and deliveries. */
  readonly quiet?: boolean
  /** Lists variants and mutants instead: all of them, or those with a word. */
  readonly list?: string | true
  /** Folder in which everything is kept; absent: all is forgotten at the end. */
  readonly data?: string
  /** Folder for the profile; default the one of the data, or a temporary folder, removed at the end. */
  readonly out?: string
}

/**
 * `sandbox`: serves the embedded platform until it is interrupted. It prints secrets on purpose: they are the sandbox's own.
 */
export async function sandboxCommand({ list, ...options }: SandboxCommandOptions, io: Io): Promise<number> {
  if (list !== undefined) {
    const { listSandboxes } = await import('./sandbox-list.ts')
    listSandboxes(list === true ? undefined : list, io)
    return 0
  }
  const signal = io.interruption()
  const broken = Promise.withResolvers<never>()
  // It is checked only after the start.
  broken.promise.catch(() => {})
  const data = await openData(options, io, broken.reject)
  // The log starts only after the addresses are printed.
  let reported = false
  let files: SandboxFiles | undefined
  const front = frontWords(io.env)
  const portals = { now: io.now, listenLine: () => listenLine(sandbox, files?.ca, front) }
  const sandbox = await start(options, { portals, data }, (entry) => {
    if (reported) io.out(trafficLine(entry))
  })
  try {
    files = await writeSandboxFiles(sandbox, options.out ?? options.data)
    io.out(sandboxText(sandbox, files, { clock: options.clock, front }))
    reported = options.quiet !== true
    if (!signal.aborted) await Promise.race([once(signal, 'abort'), broken.promise])
    return 0
  } finally {
    files?.remove()
    await sandbox.close()
  }
}

/** The variable with the key that seals the secrets of a data folder. */
const KEY_VARIABLE = 'QUOTE_SANDBOX_KEY'

async function openData(
  { data, variant = [], mutant }: Omit<SandboxCommandOptions, 'list'>,
  io: Io,
  failed: SandboxData['failed'],
): Promise<SandboxData | undefined> {
  if (data === undefined) return undefined
  if (mutant !== undefined || variant.length > 0)
    throw usageError('--data keeps the standard sandbox', 'leave out --mutant and --variant')
  const { openRecords } = await import('../../storage/records.ts')
  return { store: await openRecords(data, io.env[KEY_VARIABLE]), failed }
}

async function start(
  {
    port,
    controlPort,
    clock,
    https = false,
    seed,
    apiVersion,
    portals: hasPortals = true,
    ...kind
  }: SandboxCommandOptions,
  { portals, data }: Pick<EmbeddedOptions, 'portals'> & { readonly data: SandboxData | undefined },
  watched: (entry: TrafficEntry) => void,
): Promise<EmbeddedSandbox> {
  const otherwise = await sandboxOf({
    ...kind,
    ...(apiVersion === undefined ? {} : { sandboxVersion: apiVersion }),
  })
  try {
    return await startEmbedded({
      ...otherwise,
      ...{ port, controlPort, clock, watched, listeners: true },
      ...(data && { data }),
      ...(https && { https }),
      ...(hasPortals && portals && { portals }),
      ...(seed === undefined ? {} : { seed }),
    })
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || !('port' in error)) throw error
    const option = error.port === port ? '--port' : '--control-port'
    throw usageError(
      `${option} ${error.port} cannot be taken (${reasonOf(error)})`,
      'choose another, or 0 for a free one',
    )
  }
}

import { usageError } from '../../../conformance/errors.ts'
import { demandLibrary, readPact } from '../../../pact/index.ts'
import { verifiedJunit, verifiedText } from '../../../pact/report/verified.ts'
import { readStates } from '../../../pact/verify/states.ts'
import { verifyPacts } from '../../../pact/verify/verify.ts'
import { styleFor } from '../../../reporters/index.ts'
import { describeTarget } from '../../../sides/target.ts'
import type { Io } from '../../io.ts'
import { writeJunit } from './junit-file.ts'

export interface PactVerifyOptions {
  readonly target?: string
  readonly apiVersion?: string
  /** File that maps a partner's names of provider states. */
  readonly states?: string
  readonly mutant?: string
  readonly variant?: readonly string[]
  readonly seed?: number
  readonly allowWrites?: boolean
  readonly json?: boolean
  readonly junit?: string
}

/**
 * `pact verify FILE...`: verifies Pact files against a platform, or the embedded sandbox. Returns 1 where an interaction is not met,
 * and 3 where the platform got in the way of one or nothing was verified.
 */
export async function pactVerifyCommand(
  names: readonly string[],
  options: PactVerifyOptions,
  io: Io,
): Promise<number> {
  demandLibrary()
  const { states, json = false, junit, seed = 1, allowWrites = false } = options
  const files = names.map(readPact)
  const partners = states === undefined ? new Map() : readStates(states)
  // Loaded when it is needed: it brings the whole suite of platforms.
  const { platformSide } = await import('../../../sides/platform/side.ts')
  const { described, spec } = await describeTarget(platformSide, options, io.env)
  const target = await platformSide.open(described, { seed, spec, now: io.now })
  try {
    if (target.facts.environment === 'production' && !allowWrites)
      throw usageError(
        'the profile says environment: production: pact verify makes quotes there',
        '--allow-writes permits it',
      )
    const obstacle = await platformSide.ready(target, { writes: true })
    if (obstacle !== undefined) {
      io.err(`quote-conformance: ${target.redact(obstacle.why)}\n`)
      return 3
    }
    const lease = await target.lease({ id: 'pact/verify', alone: true })
    try {
      const verified = await verifyPacts(files, platformSide.context(lease.ports, spec), partners)
      const shown = JSON.parse(target.redact(JSON.stringify(verified)))
      if (junit !== undefined)
        writeJunit(junit, verifiedJunit(shown, { version: spec.version, now: io.now() }))
      if (json)
        io.out(
          `${JSON.stringify({ target: target.facts.name, apiVersion: spec.version, files: shown }, null, 2)}\n`,
        )
      else io.out(verifiedText(shown, target.facts.name, styleFor(io.color)))
      const all = verified.flatMap(({ interactions }) => interactions)
      if (all.some(({ verdict }) => verdict === 'failed')) return 1
      const cutOff = all.some(({ verdict, key }) => verdict === 'not-exercised' && key === undefined)
      return cutOff || all.every(({ verdict }) => verdict !== 'passed') ? 3 : 0
    } finally {
      await lease.release()
    }
  } finally {
    await target.close()
  }
}

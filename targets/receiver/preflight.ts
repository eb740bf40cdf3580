import type { PreflightCheck } from '../../conformance/preflight.ts'
import { CannotTell } from '../../conformance/verdict.ts'
import type { ReceiverProfile } from '../profile/index.ts'
import type { ReceiverTarget } from './target.ts'

/**
 * Checks whether a receiver can be judged at all: it listens, its certificate is trusted, and its effects can be read. Delivers
 * nothing.
 */
export async function receiverPreflight(
  profile: ReceiverProfile,
  target: ReceiverTarget,
): Promise<readonly PreflightCheck[]> {
  const obstacle = await target.ready()
  if (obstacle !== undefined)
    return [{ name: 'network', ok: false, message: obstacle.why, cause: obstacle.cause }]
  const lease = await target.lease({ id: 'preflight', exclusive: false })
  const checks: PreflightCheck[] = [
    { name: 'network', ok: true, message: `${target.facts.baseUrl} is listened on` },
  ]
  try {
    if (new URL(profile.url).protocol === 'https:') checks.push(await certificate(lease.ports))
    if (profile.effects !== undefined) checks.push(await effects(lease.ports))
  } finally {
    await lease.release()
  }
  return checks
}

type Ports = Awaited<ReturnType<ReceiverTarget['lease']>>['ports']

async function certificate(ports: Ports): Promise<PreflightCheck> {
  try {
    const { trusted, message } = await ports.certificate()
    return { name: 'certificate', ok: trusted, message, ...(!trusted && { cause: 'target' }) }
  } catch (error) {
    if (!(error instanceof CannotTell)) throw error
    return { name: 'certificate', ok: false, message: error.message, cause: 'target' }
  }
}

async function effects(ports: Ports): Promise<PreflightCheck> {
  const reading = await ports.processed()
  return 'problem' in reading
    ? { name: 'effects', ok: false, message: reading.problem, cause: 'target' }
    : { name: 'effects', ok: true, message: `${reading.ids.length} processed events can be read` }
}

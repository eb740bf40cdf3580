import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Says whether somebody may try again. */
export interface Attempts {
  /**
   * Counts one attempt.
   *
   * @param account whose secret is tried; absent where only the address counts
   * @returns seconds to wait before the next one; undefined where this one may go on
   */
  count(request: FastifyRequest, account?: string): Promise<number | undefined>
}

/** How many attempts one address and one account have within so many milliseconds of the machine's clock. */
const LIMITS = { ofAccount: 10, ofAddress: 60, within: 5 * 60_000 }

/**
 * Bounds attempts to guess a secret, by the account and by the address of whoever tries.
 *
 * @param limits others for tests
 */
export function createAttempts(scope: FastifyInstance, limits: typeof LIMITS = LIMITS): Attempts {
  const accounts = new WeakMap<FastifyRequest, string>()
  const timeWindow = limits.within
  const byAccount = scope.createRateLimit({
    max: limits.ofAccount,
    timeWindow,
    keyGenerator: (request) => `account ${accounts.get(request)?.toLowerCase()}`,
  })
  const byAddress = scope.createRateLimit({
    max: limits.ofAddress,
    timeWindow,
    keyGenerator: (request) => `address ${request.ip}`,
  })
  return {
    async count(request, account) {
      if (account !== undefined) accounts.set(request, account)
      const counts = await Promise.all(
        [byAddress, ...(account === undefined ? [] : [byAccount])].map((one) => one(request)),
      )
      const waits = counts.map((one) => (!one.isAllowed && one.isExceeded ? one.ttlInSeconds : 0))
      const longest = Math.max(...waits)
      return longest > 0 ? longest : undefined
    },
  }
}

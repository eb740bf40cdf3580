import { usageError } from '../../conformance/errors.ts'
import type { ClientPorts } from '../../conformance/ports/client.ts'
import { type ClientContext, clientContext, clientSuite } from '../../suites/client/index.ts'
import {
  type ClientTarget,
  clientInventory,
  clientPreflight,
  openClient,
} from '../../targets/client/index.ts'
import { canariesOf } from '../../targets/platform/index.ts'
import { type ClientProfile, loadClientProfile } from '../../targets/profile/index.ts'
import { type CaseOptions, type CaseSource, casesOf } from '../replay.ts'
import type { Described, SideOf } from '../side.ts'
import { BY_HAND } from './by-hand.ts'
import { sandboxPlatforms } from './platforms.ts'

interface DescribedClient extends Described, CaseSource {
  readonly profile: ClientProfile
}

/** A limit above any number of sessions: the target itself limits how many run at once. */
const ALL = 1000

export const clientSide: SideOf<CaseOptions, DescribedClient, ClientPorts, ClientContext, ClientTarget> = {
  name: 'client',
  suite: clientSuite,
  context: clientContext,
  limits: { shared: ALL, exclusive: ALL },
  async describe({ target, ...cases }, env) {
    if (target === undefined) throw usageError('--target is missing: it should be the profile of a client')
    const profile = await loadClientProfile(target, env)
    return {
      profile,
      ...casesOf(cases),
      ...(profile.apiVersion === undefined ? {} : { apiVersion: profile.apiVersion }),
    }
  },
  startsProgram: ({ profile }) => (profile.command === undefined ? undefined : 'client.command'),
  inventory: ({ profile }) => clientInventory(profile),
  open: async ({ profile, generation }, { seed, spec, now, addresses }) =>
    openClient(profile, {
      ...generation,
      seed,
      apiVersion: spec.version,
      endpoints: spec.endpoints,
      platforms: sandboxPlatforms,
      ...(addresses && { addresses }),
      judges: new Map(
        clientSuite(spec).scenarios.map(({ id, claims }) => [id, claims.map((claim) => claim.requirement)]),
      ),
      now,
    }),
  welcome: ({ page }) =>
    page === undefined
      ? undefined
      : `${BY_HAND}: ${page} shows what to set and what has arrived; end it there, or with Ctrl-C`,
  heard: (target, event) => target.heard(event),
  canaries: (seed) => [canariesOf(seed).clientSecret],
  ready: (target) => target.ready(),
  doctor: (target, { profile }) => clientPreflight(profile, target),
}

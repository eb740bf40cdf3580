import type { PlatformProfile } from '../profile/profile.ts'

/** Says whether an operator registered the suite's endpoint by hand. */
export const isByHand = ({ operator, webhooks }: PlatformProfile): boolean =>
  operator.register_endpoint === undefined && webhooks?.signingSecret !== undefined

/** An endpoint that an operator registered by hand, as the webhooks of a lease need it. */
export function byHandOf({ webhooks }: PlatformProfile): {
  readonly byHandSecret?: string
  readonly byHandUrl?: string
} {
  if (webhooks?.signingSecret === undefined) return {}
  const url =
    webhooks.publicUrl ??
    (webhooks.listen === undefined ? undefined : `${webhooks.tls ? 'https' : 'http'}://${webhooks.listen}`)
  return { byHandSecret: webhooks.signingSecret, ...(url !== undefined && { byHandUrl: url }) }
}

import type { PlatformProfile } from '../profile/profile.ts'

/** True when the target is on this machine and delivers to plain HTTP addresses on it, without network, proxy or certificate. */
export const isDirect = ({ baseUrl, operator, webhooks }: PlatformProfile): boolean =>
  operator.register_endpoint !== undefined &&
  webhooks?.publicUrl === undefined &&
  webhooks?.tls === undefined &&
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(baseUrl).hostname)

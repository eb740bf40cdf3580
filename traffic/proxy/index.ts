export type { Breach, Judged } from './judging/breach.ts'
export { openProxy } from './proxy.ts'
export { listenAddress } from './relay/address.ts'

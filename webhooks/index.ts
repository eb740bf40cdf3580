export type { ReceiverOptions } from './listening.ts'
export { type WebhookLease, webhookLease } from './port.ts'
export { Receiver } from './receiver.ts'
export type { LeaseTime, TargetTime } from './time.ts'

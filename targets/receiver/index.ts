export { receiverInventory } from './inventory.ts'
export { receiverPreflight } from './preflight.ts'
export { openReceiver, type ReceiverTarget } from './target.ts'

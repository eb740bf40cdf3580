export { openReceiver, type ReceiverTarget } from './target.ts'

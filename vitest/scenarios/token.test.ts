import { conformance } from '../front.ts'

await conformance('token')

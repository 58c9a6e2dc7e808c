import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
/** A CBOR byte string of up to 255 bytes. */
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** User present, user verified. */
const PRESENT_AND_VERIFIED = 0x05;
const PRESENT = 0x01;
const WITH_CREDENTIAL = 0x40;

interface Ceremony {
  challenge: string;
  /** Where the browser says that it is. */
  origin: string;
}

/** An authenticator in software with one P-256 key, as a browser on the given site would answer with it. */
export function createSoftPasskey(rpId = 'localhost', { verifiesUser = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  const cose = Buffer.concat([
    // {1: EC2, 3: ES256, -1: P-256, -2: x, -3: y}
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
  let counter = 0;
  const authenticatorData = (flags: number, credential = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential]);
  };
  const clientData = (type: string, { challenge, origin }: Ceremony): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const flags = verifiesUser ? PRESENT_AND_VERIFIED : PRESENT;
  const answer = <R>(response: R) => ({
    id,
    rawId: id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  });
  return {
    id,
    /** Counts on from here, as a copy of the key would. */
    setCounter: (count: number): void => {
      counter = count;
    },
    create(ceremony: Ceremony) {
      const credential = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        cose,
      ]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
        ...[cborText('authData'), cborBytes(authenticatorData(flags | WITH_CREDENTIAL, credential))],
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },
    use(ceremony: Ceremony) {
      counter += 1;
      const data = authenticatorData(flags);
      const client = clientData('webauthn.get', ceremony);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      });
    },
  };
}
export type SoftPasskey = ReturnType<typeof createSoftPasskey>;

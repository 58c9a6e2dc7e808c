const CREDENTIAL = {
  id: 'YQ',
  rawId: new Uint8Array([97]).buffer,
  type: 'public-key',
  getClientExtensionResults: () => ({}),
};
const USED = {
  ...CREDENTIAL,
  response: {
    clientDataJSON: new ArrayBuffer(1),
    authenticatorData: new ArrayBuffer(1),
    signature: new ArrayBuffer(1),
  },
};
const MADE = {
  ...CREDENTIAL,
  response: { clientDataJSON: new ArrayBuffer(1), attestationObject: new ArrayBuffer(1) },
};

/** Makes this browser one with a passkey, which is used or made as soon as a page asks, unless `touch` says otherwise. */
export function installPasskey() {
  const passkey = {
    touch: async (): Promise<void> => {},
    uninstall() {
      Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
      Reflect.deleteProperty(navigator, 'credentials');
    },
  };
  Object.assign(globalThis, { PublicKeyCredential: class {} });
  Object.defineProperty(navigator, 'credentials', {
    value: {
      get: () => passkey.touch().then(() => USED),
      create: () => passkey.touch().then(() => MADE),
    },
    configurable: true,
  });
  return passkey;
}

const USED = {
  id: 'YQ',
  rawId: new Uint8Array([97]).buffer,
  type: 'public-key',
  response: {
    clientDataJSON: new ArrayBuffer(1),
    authenticatorData: new ArrayBuffer(1),
    signature: new ArrayBuffer(1),
  },
  getClientExtensionResults: () => ({}),
};

/** Makes this browser one with a passkey, which is used as soon as a page asks, unless `touch` says otherwise. */
export function installPasskey() {
  const passkey = {
    touch: async (): Promise<unknown> => USED,
    uninstall() {
      Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
      Reflect.deleteProperty(navigator, 'credentials');
    },
  };
  Object.assign(globalThis, { PublicKeyCredential: class {} });
  Object.defineProperty(navigator, 'credentials', {
    value: { get: () => passkey.touch() },
    configurable: true,
  });
  return passkey;
}

/** Metadata of a directory, in the usual form. */
export const samlMetadata = (
  certificates: readonly string[],
  { issuer = 'https://directory.example.com/saml', signInUrl = 'https://93.184.216.34/saml/sign-in' } = {},
): string => `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${issuer}">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${certificates
      .map(
        (pem) => `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
          <X509Certificate>${pem.replaceAll(/-----[^-]+-----/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
      )
      .join('\n')}
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://directory.example.com/post"/>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signInUrl}"/>
  </IDPSSODescriptor>
</EntityDescriptor>`;

#ifndef WAYMARK_COPENSSL_SHIM_H
#define WAYMARK_COPENSSL_SHIM_H

#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/obj_mac.h>
#include <openssl/params.h>
#include <openssl/sha.h>
#include <openssl/x509.h>

#endif

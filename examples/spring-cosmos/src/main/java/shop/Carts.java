package shop;

import com.azure.spring.data.cosmos.repository.CosmosRepository;

public interface Carts extends CosmosRepository<Cart, String> {}
